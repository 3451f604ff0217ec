// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/pack_constants.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/emit/weight_order.hpp>
#include <tigris/model/constant_place.hpp>
#include <tigris/planning/layout/alignment.hpp>

#include <fmt/format.h>
#include <lz4hc.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::int64_t aligned(std::int64_t bytes) { return planning::align_up(bytes, constant_alignment); }

/// What a group takes of flash besides its block: its row in the model's table.
constexpr std::int64_t bytes_of_row = 20;

std::vector<std::byte> compress(const std::vector<std::byte>& bytes) {
    std::vector<std::byte> block(std::size_t(LZ4_compressBound(int(bytes.size()))));
    const int size = LZ4_compress_HC(reinterpret_cast<const char*>(bytes.data()),
                                     reinterpret_cast<char*>(block.data()), int(bytes.size()),
                                     int(block.size()), LZ4HC_CLEVEL_MAX);
    block.resize(std::size_t(size));
    return block;
}

/// For each constant the step that alone reads it, or -1.
std::vector<int> only_readers(const lowered_model& model) {
    constexpr int nobody = -2, several = -1;
    std::vector<int> readers(model.constants.size(), nobody);
    for (std::size_t step = 0; step < model.nodes.size(); ++step)
        for (const int t : model.nodes[step].inputs) {
            if (t < 0 || model.tensors[std::size_t(t)].kind != tensor_kind::constant) continue;
            int& reader = readers[std::size_t(model.tensors[std::size_t(t)].index)];
            reader = reader == nobody || reader == int(step) ? int(step) : several;
        }
    return readers;
}

/// Numbers of the constants that may be packed for a step, the largest first.
std::vector<std::size_t> candidates(const lowered_model& stored, const std::vector<int>& readers,
                                    std::size_t step) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < readers.size(); ++i)
        if (readers[i] == int(step) && !is_placed(stored, i)) found.push_back(i);
    const auto bytes = [&](std::size_t i) { return stored.constants[i].bytes.size(); };
    std::stable_sort(found.begin(), found.end(),
                     [&](std::size_t a, std::size_t b) { return bytes(a) > bytes(b); });
    return found;
}

void append(const lowered_model& stored, std::size_t constant, packed_group& to,
            std::vector<std::byte>& bytes) {
    const std::vector<std::byte> own = flash_bytes(stored.constants[constant]);
    bytes.resize(std::size_t(aligned(std::int64_t(bytes.size()))));
    to.constants.push_back(constant);
    to.offsets.push_back(std::int64_t(bytes.size()));
    bytes.insert(bytes.end(), own.begin(), own.end());
    to.own_bytes += std::int64_t(own.size());
}

packed_group pack(const lowered_model& stored, const std::vector<std::size_t>& constants,
                  std::int64_t most) {
    packed_group group;
    std::vector<std::byte> bytes;
    for (const std::size_t i : constants) {
        const auto own = std::int64_t(flash_bytes(stored.constants[i]).size());
        if (aligned(std::int64_t(bytes.size())) + own <= most) append(stored, i, group, bytes);
    }
    group.bytes = std::int64_t(bytes.size());
    if (!bytes.empty()) group.block = compress(bytes);
    return group;
}

bool is_worth_it(const packed_group& g) {
    return g.bytes > 0 && (std::int64_t(g.block.size()) + bytes_of_row) * 100 <= g.own_bytes * 98;
}

std::int64_t all_bytes(const lowered_model& stored) {
    std::int64_t bytes = 0;
    for (const tensor_data& c : stored.constants) bytes += std::int64_t(flash_bytes(c).size());
    return bytes;
}

/// What groups take less of flash, and the prefix that the largest needs.
std::int64_t gain_of(const std::vector<packed_group>& groups) {
    std::int64_t gain = 0;
    for (const packed_group& g : groups)
        gain += g.own_bytes - std::int64_t(g.block.size()) - bytes_of_row;
    return gain;
}
std::int64_t prefix_of(const std::vector<packed_group>& groups) {
    std::int64_t largest = 0;
    for (const packed_group& g : groups) largest = std::max(largest, g.bytes);
    return planning::align_up(largest, prefix_alignment);
}

bool is_read_by(const lowered_model& model, const packed_group& g, int step) {
    const std::vector<int>& inputs = model.nodes[std::size_t(step)].inputs;
    return std::any_of(inputs.begin(), inputs.end(), [&](int t) {
        if (t < 0 || model.tensors[std::size_t(t)].kind != tensor_kind::constant) return false;
        const auto constant = std::size_t(model.tensors[std::size_t(t)].index);
        return std::find(g.constants.begin(), g.constants.end(), constant) != g.constants.end();
    });
}

/// Numbers of the groups that a segment needs.
std::vector<std::size_t> groups_in(const lowered_model& model, const owned_plan& plan,
                                   const planning::segment_plan& segment) {
    std::vector<std::size_t> found;
    for (std::size_t g = 0; g < model.packed.size(); ++g)
        for (int k = segment.begin; k < segment.end; ++k)
            if (const int step = plan.tasks[std::size_t(k)].step;
                step >= 0 && is_read_by(model, model.packed[g], step)) {
                found.push_back(g);
                break;
            }
    return found;
}

}  // namespace

lowered_model with_packed_constants(lowered_model model, const options& o) {
    if (!o.packs) return model;
    const lowered_model stored = with_arranged_weights(model);
    const std::vector<int> readers = only_readers(stored);
    for (std::size_t step = 0; step < model.nodes.size(); ++step) {
        packed_group group =
            pack(stored, candidates(stored, readers, step), std::int64_t(o.group_bytes));
        if (is_worth_it(group)) model.packed.push_back(std::move(group));
    }
    model.prefix_bytes = prefix_of(model.packed);
    if (gain_of(model.packed) * 100 < all_bytes(stored) * 2) {
        model.packed.clear();
        model.prefix_bytes = 0;
    }
    return model;
}

lowered_model with_groups_side_by_side(lowered_model model, const owned_plan& plan) {
    std::vector<bool> is_dropped(model.packed.size());
    for (int s = 0; s < plan.segment_count; ++s) {
        std::int64_t end = 0;
        for (const std::size_t g : groups_in(model, plan, plan.segments[std::size_t(s)])) {
            packed_group& group = model.packed[g];
            is_dropped[g] = is_dropped[g] || end + group.bytes > model.prefix_bytes;
            if (is_dropped[g]) continue;
            group.offset = end;
            end = aligned(end + group.bytes);
        }
    }
    std::vector<packed_group> kept;
    for (std::size_t g = 0; g < model.packed.size(); ++g)
        if (!is_dropped[g]) kept.push_back(std::move(model.packed[g]));
    model.packed = std::move(kept);
    return model;
}

std::string describe_packing(const lowered_model& model, const options& o) {
    if (!o.packs) return {};
    const std::int64_t all = all_bytes(model);
    if (model.packed.empty())
        return fmt::format(
            "--compress lz4: the {} bytes of constants would shrink by less than 2 %; nothing is "
            "compressed",
            all);
    return fmt::format(
        "--compress lz4: {} group{} of constants; flash for constants: {} instead of {} bytes; RAM "
        "for decoded ones: {} bytes",
        model.packed.size(), model.packed.size() == 1 ? "" : "s", all - gain_of(model.packed), all,
        model.prefix_bytes);
}

}  // namespace onnx2hpp
