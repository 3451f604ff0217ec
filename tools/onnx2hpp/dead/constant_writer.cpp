// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/constant_writer.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <algorithm>
#include <limits>

namespace onnx2hpp {
namespace {

using namespace tigris;

bool operator==(const tensor_data& a, const tensor_data& b) {
    return a.type == b.type && a.dims == b.dims && a.bytes == b.bytes;
}

}  // namespace

void constant_writer::put(std::size_t step, std::size_t place, tensor_data data) {
    put_.insert_or_assign({step, place}, std::move(data));
}

void constant_writer::finish() {
    std::map<int, std::vector<reading>> readings;
    for (std::size_t step = 0; step < model_.nodes.size(); ++step)
        for (std::size_t place = 0; place < model_.nodes[step].inputs.size(); ++place) {
            const int t = model_.nodes[step].inputs[place];
            if (t >= 0 && model_.tensors[std::size_t(t)].kind == tensor_kind::constant)
                readings[t].emplace_back(step, place);
        }
    for (const auto& [constant, of] : readings)
        if (std::any_of(of.begin(), of.end(), [&](const reading& r) { return put_.contains(r); }))
            write(constant, of);
}

void constant_writer::write(int constant, std::vector<reading> readings) {
    std::stable_partition(readings.begin(), readings.end(),
                          [&](const reading& r) { return !put_.contains(r); });
    std::vector<std::pair<tensor_data, int>> made;
    for (const reading& r : readings) {
        tensor_data data = wanted(r, constant);
        auto found = std::find_if(made.begin(), made.end(),
                                  [&](const auto& other) { return other.first == data; });
        if (found == made.end()) {
            made.emplace_back(data, made.empty() ? constant : copy_of(constant, data));
            found = made.end() - 1;
        }
        model_.nodes[r.first].inputs[r.second] = found->second;
    }
    set(constant, std::move(made.front().first));
}

tensor_data constant_writer::wanted(const reading& r, int constant) const {
    const auto found = put_.find(r);
    if (found != put_.end()) return found->second;
    return model_.constants[std::size_t(model_.tensors[std::size_t(constant)].index)];
}

void constant_writer::set(int constant, tensor_data data) {
    tensor& info = model_.tensors[std::size_t(constant)];
    for (int axis = 0; axis < info.dims.rank; ++axis)
        info.dims.extent[axis] = std::int32_t(data.dims[std::size_t(axis)]);
    model_.constants[std::size_t(info.index)] = std::move(data);
}

int constant_writer::copy_of(int constant, tensor_data data) {
    if (model_.tensors.size() >= std::size_t(std::numeric_limits<std::int16_t>::max()))
        fail_unsupported("the model has too many tensors without its dead channels",
                         "convert with --keep-dead");
    tensor info = model_.tensors[std::size_t(constant)];
    info.index = std::int16_t(model_.constants.size());
    model_.constants.emplace_back();
    model_.tensors.push_back(info);
    model_.tensor_names.push_back(model_.tensor_names[std::size_t(constant)]);
    const int number = int(model_.tensors.size()) - 1;
    set(number, std::move(data));
    return number;
}

}  // namespace onnx2hpp
