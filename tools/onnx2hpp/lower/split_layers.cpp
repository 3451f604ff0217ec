// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/split_layers.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Outputs [first, first + count) of a layer.
struct output_range {
    int first = 0;
    int count = 0;
};

int count_readers(const lowered_model& model, int tensor) {
    int readers = 0;
    for (const lowered_node& n : model.nodes)
        readers += int(std::count(n.inputs.begin(), n.inputs.end(), tensor));
    return readers;
}

class splitter {
public:
    splitter(lowered_model& model, std::int64_t bytes) : model_(model), bytes_(bytes) {}

    void split_all() {
        std::vector<lowered_node> nodes;
        for (const lowered_node& n : std::vector(model_.nodes)) {
            const int outputs = outputs_at_once(n);
            if (outputs == 0)
                nodes.push_back(n);
            else
                split(n, outputs, nodes);
        }
        model_.nodes = std::move(nodes);
    }

private:
    const tensor& info(int t) const { return model_.tensors[std::size_t(t)]; }

    /// Whether a step is a product of one vector with weights that no other step reads.
    bool may_be_split(const lowered_node& n) const {
        if (!std::holds_alternative<ops::gemm>(n.op)) return false;
        const tensor &in = info(n.inputs[0]), &weights = info(n.inputs[1]);
        return weights.kind == tensor_kind::constant && bits_of(weights.type) >= 8 &&
               element_count(in) == weights.dims[1] &&
               element_count(info(n.outputs[0])) == weights.dims[0] &&
               count_readers(model_, n.inputs[1]) == 1 &&
               !is_placed(model_, std::size_t(weights.index));
    }

    /// How many outputs each of the parts makes, a multiple of four as kernels make them; 0 where a
    /// step is not to be split.
    int outputs_at_once(const lowered_node& n) const {
        if (!may_be_split(n)) return 0;
        const tensor& weights = info(n.inputs[1]);
        const std::int64_t all = bytes_of(weights), each = all / weights.dims[0];
        const std::int64_t outputs = bytes_ / each / 4 * 4;
        const bool are_few = weights.dims[0] > outputs * ops::max_concat_inputs;
        return all <= bytes_ || are_few ? 0 : int(outputs);
    }

    void split(const lowered_node& n, int outputs, std::vector<lowered_node>& out) {
        const int all = info(n.inputs[1]).dims[0];
        lowered_node joined{.name = n.name,
                            .op = ops::concat{},
                            .inputs = {},
                            .outputs = n.outputs,
                            .again = n.again};
        for (int first = 0; first < all; first += outputs) {
            out.push_back(part_of(n, {first, std::min(outputs, all - first)}));
            joined.inputs.push_back(out.back().outputs[0]);
        }
        joined.op = ops::concat{.axis = std::int8_t(info(n.outputs[0]).dims.rank - 1)};
        out.push_back(std::move(joined));
    }

    lowered_node part_of(const lowered_node& n, output_range range) {
        lowered_node part = n;
        part.name = fmt::format("{}_from_{}", n.name, range.first);
        if (part.name.ends_with('_')) part.name += 'x';
        for (std::size_t i = 1; i < n.inputs.size(); ++i)
            if (n.inputs[i] >= 0) part.inputs[i] = slice_of(n, n.inputs[i], range);
        tensor made = info(n.outputs[0]);
        made.kind = tensor_kind::activation, made.index = -1;
        made.dims.extent[made.dims.rank - 1] = range.count;
        part.outputs = {add(made, n.outputs[0], range)};
        return part;
    }

    int add(const tensor& made, int like, output_range range) {
        model_.tensors.push_back(made);
        if (!model_.tensor_places.empty()) model_.tensor_places.emplace_back();
        model_.tensor_names.push_back(
            fmt::format("{} from {}", model_.tensor_names[std::size_t(like)], range.first));
        return int(model_.tensors.size()) - 1;
    }

    /// A part of the weights, or of a constant with one element for each output. A constant that
    /// all outputs share stays.
    int slice_of(const lowered_node& n, int constant, output_range range) {
        const int all = info(n.inputs[1]).dims[0];
        tensor made = info(constant);
        if (made.dims[0] != all) return constant;
        made.dims.extent[0] = range.count;
        const tensor_data& whole = model_.constants[std::size_t(made.index)];
        const std::size_t each = whole.bytes.size() / std::size_t(all);
        tensor_data data = whole;
        const auto begin = whole.bytes.begin() + std::ptrdiff_t(each * std::size_t(range.first));
        data.bytes.assign(begin, begin + std::ptrdiff_t(each * std::size_t(range.count)));
        made.index = std::int16_t(model_.constants.size());
        model_.constants.push_back(std::move(data));
        if (!model_.constant_places.empty())
            model_.constant_places.push_back(
                model_.constant_places[std::size_t(info(constant).index)]);
        return add(made, constant, range);
    }

    lowered_model& model_;
    std::int64_t bytes_;
};

/// Whether a step reads each constant.
std::vector<bool> read_constants(const lowered_model& model) {
    std::vector<bool> is_read(model.constants.size());
    for (const lowered_node& n : model.nodes)
        for (const int t : n.inputs)
            if (t >= 0 && model.tensors[std::size_t(t)].kind == tensor_kind::constant)
                is_read[std::size_t(model.tensors[std::size_t(t)].index)] = true;
    return is_read;
}

/// Copies the constants that a step reads from `model` to `kept`. Returns each constant's number
/// there, or -1.
std::vector<int> keep_read_constants(const lowered_model& model, lowered_model& kept) {
    const std::vector<bool> is_read = read_constants(model);
    std::vector<int> numbers(model.constants.size(), -1);
    kept.constants.clear(), kept.constant_places.clear();
    for (std::size_t i = 0; i < is_read.size(); ++i) {
        if (!is_read[i]) continue;
        numbers[i] = int(kept.constants.size());
        kept.constants.push_back(model.constants[i]);
        if (!model.constant_places.empty())
            kept.constant_places.push_back(model.constant_places[i]);
    }
    return numbers;
}

/// Copies the tensors from `model` to `kept`, but constants without a new number in `constants`.
/// Returns each tensor's number there, or -1.
std::vector<int> keep_tensors(const lowered_model& model, const std::vector<int>& constants,
                              lowered_model& kept) {
    std::vector<int> numbers(model.tensors.size(), -1);
    kept.tensors.clear(), kept.tensor_names.clear(), kept.tensor_places.clear();
    for (std::size_t t = 0; t < model.tensors.size(); ++t) {
        tensor info = model.tensors[t];
        if (info.kind == tensor_kind::constant) {
            if (constants[std::size_t(info.index)] < 0) continue;
            info.index = std::int16_t(constants[std::size_t(info.index)]);
        }
        numbers[t] = int(kept.tensors.size());
        kept.tensors.push_back(info);
        kept.tensor_names.push_back(model.tensor_names[t]);
        if (!model.tensor_places.empty()) kept.tensor_places.push_back(model.tensor_places[t]);
    }
    return numbers;
}

/// Replaces each tensor t that steps, inputs, outputs and names mean by tensor numbers[t].
void renumber_tensors(const std::vector<int>& numbers, lowered_model& model) {
    const auto renumber = [&](std::vector<int>& of) {
        for (int& t : of)
            if (t >= 0) t = numbers[std::size_t(t)];
    };
    for (lowered_node& n : model.nodes) renumber(n.inputs), renumber(n.outputs);
    renumber(model.inputs), renumber(model.outputs);
    for (auto& [name, t] : model.shared_names) t = numbers[std::size_t(t)];
    std::erase_if(model.shared_names, [](const auto& shared) { return shared.second < 0; });
}

/// Drops the constants that no step reads any more.
void drop_unread_constants(lowered_model& model) {
    lowered_model kept = model;
    const std::vector<int> constants = keep_read_constants(model, kept);
    renumber_tensors(keep_tensors(model, constants, kept), kept);
    model = std::move(kept);
}

}  // namespace

lowered_model with_split_layers(lowered_model model, std::int64_t bytes) {
    const std::size_t steps = model.nodes.size();
    splitter(model, bytes).split_all();
    if (model.nodes.size() > steps) drop_unread_constants(model);
    return model;
}

}  // namespace onnx2hpp
