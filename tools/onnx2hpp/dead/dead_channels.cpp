// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/dead_channels.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/dead/channel_uses.hpp>
#include <onnx2hpp/dead/constant_writer.hpp>
#include <onnx2hpp/dead/removable.hpp>
#include <onnx2hpp/dead/step_operands.hpp>
#include <onnx2hpp/lower/unique_names.hpp>

#include <tigris/kernels/arithmetic/requantize.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Makes units of an eighth units.
constexpr fixed_multiplier an_eighth{1 << 30, -2};

/// Channels and weights of all layers of codes together.
struct layer_sizes {
    std::int64_t channels = 0;
    std::int64_t weights = 0;
};

layer_sizes sizes_of_layers(const lowered_model& model) {
    layer_sizes all;
    for (const lowered_node& n : model.nodes) {
        const std::optional<layer> l = layer::of(model, n);
        if (!l) continue;
        all.channels += l->outputs;
        all.weights += std::int64_t(l->weights.size());
    }
    return all;
}

/// Puts a layer's constants in place of those it has.
void put(constant_writer& writer, std::size_t step, const layer& l, const extents& weight_dims) {
    const auto outputs = std::int64_t(l.biases.size()), scales = std::int64_t(l.shifts.size());
    writer.put(step, 1, *tensor_of(dtype::i8, weight_dims, l.weights));
    writer.put(step, 2, *tensor_of(dtype::i32, {outputs}, l.biases));
    writer.put(step, 3, *tensor_of(dtype::i32, {scales}, l.multipliers));
    writer.put(step, 4, *tensor_of(dtype::i8, {scales}, l.shifts));
}

extents dims_of(const tensor& t) { return {t.dims.extent, t.dims.extent + t.dims.rank}; }

// Channels whose products need not be computed.

/// Output o becomes the least code that it can be, from no products.
void flatten(layer& l, int o, const std::vector<interval>& inputs, interval codes) {
    const auto channel = std::size_t(o);
    if (l.has_scale_per_channel()) {
        l.biases[channel] = std::int32_t(codes.low - l.output().quant.zero_point) * 8;
        l.multipliers[channel] = an_eighth.multiplier;
        l.shifts[channel] = an_eighth.shift;
    } else {
        l.biases[channel] = kernels::saturated(l.sums(o, inputs).low);
    }
    for (int tap = 0; tap < l.taps; ++tap)
        for (int i = 0; i < l.depth; ++i) l.weights[l.place(o, tap, i)] = 0;
}

void flatten_all(lowered_model& model, const channel_ranges& ranges, const channel_uses& uses) {
    constant_writer writer(model);
    for (std::size_t step = 0; step < model.nodes.size(); ++step) {
        const lowered_node& n = model.nodes[step];
        std::optional<layer> l = layer::of(model, n);
        if (!l) continue;
        for (int o = 0; o < l->outputs; ++o)
            if (is_flat(*l, n, o, ranges, uses))
                flatten(*l, o, ranges[std::size_t(n.inputs[0])],
                        ranges[std::size_t(n.outputs[0])][std::size_t(o)]);
        put(writer, step, *l, dims_of(tensor_at(model, n.inputs[1])));
    }
    writer.finish();
}

// Channels that go.

using kept_lists = std::vector<std::vector<int>>;

/// Adds the constant inputs that go to the biases.
void fold(layer& l, const std::vector<int>& kept, const std::vector<interval>& inputs) {
    for (int i = 0; i < l.inputs; ++i) {
        if (std::binary_search(kept.begin(), kept.end(), i)) continue;
        for (int o = 0; o < l.outputs; ++o)
            for (int tap = 0; tap < l.taps; ++tap)
                l.biases[std::size_t(o)] +=
                    std::int32_t(l.weight(o, tap, i) * inputs[std::size_t(i)].low);
    }
}

template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<int>& kept) {
    std::vector<T> some;
    for (const int i : kept) some.push_back(all[std::size_t(i)]);
    return some;
}

/// The elements of an innermost axis of `channels` that stay.
std::vector<std::byte> chosen_columns(const tensor_data& data, int channels,
                                      const std::vector<int>& kept) {
    const std::size_t element = data.bytes.size() / std::size_t(element_count(data.dims));
    const std::size_t row = element * std::size_t(channels);
    std::vector<std::byte> some;
    for (std::size_t begin = 0; begin < data.bytes.size(); begin += row)
        for (const int c : kept) {
            const auto from = data.bytes.begin() + std::ptrdiff_t(begin + element * std::size_t(c));
            some.insert(some.end(), from, from + std::ptrdiff_t(element));
        }
    return some;
}

/// Weights in the order that they had.
std::vector<std::int8_t> chosen_weights(const layer& l, const std::vector<int>& outputs,
                                        const std::vector<int>& inputs) {
    std::vector<std::int8_t> some;
    const auto add = [&](int o, int tap, int i) { some.push_back(l.weights[l.place(o, tap, i)]); };
    if (l.mixes_channels) {
        for (const int o : outputs)
            for (int tap = 0; tap < l.taps; ++tap)
                for (const int i : inputs) add(o, tap, i);
    } else {
        for (int tap = 0; tap < l.taps; ++tap)
            for (const int o : outputs) add(o, tap, 0);
    }
    return some;
}

void merge_equal_scales(layer& l) {
    for (std::size_t i = 1; i < l.shifts.size(); ++i)
        if (l.shifts[i] != l.shifts[0] || l.multipliers[i] != l.multipliers[0]) return;
    l.shifts.resize(1), l.multipliers.resize(1);
}

class removal {
public:
    removal(lowered_model& model, channel_ranges ranges, kept_lists kept)
        : model_(model), ranges_(std::move(ranges)), kept_(std::move(kept)), writer_(model) {}

    void run() {
        for (std::size_t step = 0; step < model_.nodes.size(); ++step)
            if (std::optional<layer> l = layer::of(model_, model_.nodes[step]))
                shrink(step, *l);
            else
                shrink_constants(step);
        const std::size_t tensors = model_.tensors.size();
        writer_.finish();
        for (std::size_t t = 0; t < tensors; ++t) {
            tensor& info = model_.tensors[t];
            if (info.kind != tensor_kind::constant && info.dims.rank > 0)
                info.dims.extent[info.dims.rank - 1] = std::int32_t(kept_[t].size());
        }
    }

private:
    const std::vector<int>& kept(int t) const { return kept_[std::size_t(t)]; }

    void shrink(std::size_t step, layer& l) {
        const lowered_node& n = model_.nodes[step];
        const std::vector<int>&outputs = kept(n.outputs[0]), &inputs = kept(n.inputs[0]);
        extents dims = dims_of(tensor_at(model_, n.inputs[1]));
        if (l.groups == 1) {
            if (l.mixes_channels) fold(l, inputs, ranges_[std::size_t(n.inputs[0])]);
            l.weights = chosen_weights(l, outputs, inputs);
            dims.front() = l.mixes_channels ? std::int64_t(outputs.size()) : dims.front();
            dims.back() = std::int64_t(l.mixes_channels ? inputs.size() : outputs.size());
            l.biases = chosen(l.biases, outputs);
            if (l.has_scale_per_channel()) {
                l.multipliers = chosen(l.multipliers, outputs);
                l.shifts = chosen(l.shifts, outputs);
            }
        }
        merge_equal_scales(l);
        put(writer_, step, l, dims);
    }

    /// Shrinks the constants of a step that is no layer, where their channels are tied to those of
    /// activations.
    void shrink_constants(std::size_t step) {
        const lowered_node& n = model_.nodes[step];
        for (std::size_t place = 0; place < n.inputs.size(); ++place) {
            if (n.inputs[place] < 0) continue;
            const tensor& info = tensor_at(model_, n.inputs[place]);
            const std::vector<int>& stay = kept(n.inputs[place]);
            if (info.kind != tensor_kind::constant || int(stay.size()) == channels_of(info))
                continue;
            tensor_data data = model_.constants[std::size_t(info.index)];
            data.bytes = chosen_columns(data, channels_of(info), stay);
            data.dims = dims_of(info);
            data.dims.back() = std::int64_t(stay.size());
            writer_.put(step, place, std::move(data));
        }
    }

    lowered_model& model_;
    const channel_ranges ranges_;
    const kept_lists kept_;
    constant_writer writer_;
};

void remove_once(lowered_model& model, int multiple) {
    const channel_ranges ranges = ranges_of(model);
    const channel_uses uses = uses_of(model, ranges);
    kept_lists kept = kept_channels(model, uses, multiple);
    flatten_all(model, ranges, uses);
    if (!model.weights_vary) removal(model, ranges_of(model), std::move(kept)).run();
}

}  // namespace

lowered_model without_dead_channels(lowered_model model, int multiple) {
    const layer_sizes before = sizes_of_layers(model);
    if (before.channels == 0) return model;
    layer_sizes now = before, last;
    do {
        last = now;
        remove_once(model, multiple);
        now = sizes_of_layers(model);
    } while (now.channels < last.channels);
    number_equal_names(model);
    model.removed = {before.channels - now.channels, before.channels, before.weights - now.weights,
                     before.weights};
    return model;
}

/// Measured with the convolutions of vww_96_int8: vectors of Helium have a rest else, and others do
/// not gain what one more channel costs.
int channel_multiple(backend backend) { return backend == helium ? 8 : 1; }

}  // namespace onnx2hpp
