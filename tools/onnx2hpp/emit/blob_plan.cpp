// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/blob_plan.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/constant_arrays.hpp>
#include <tigris/model/constant_place.hpp>
#include <tigris/planning/layout/alignment.hpp>

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace onnx2hpp {
namespace {

/// Appends `bytes` bytes. Returns where they begin.
std::int64_t append(std::int64_t& end, std::size_t bytes) {
    const std::int64_t begin = end;
    end = tigris::planning::align_up(end + std::int64_t(bytes), tigris::constant_alignment);
    return begin;
}

void place_in_blob(const lowered_model& model, blob_plan& plan) {
    for (std::size_t i = 0; i < model.constants.size(); ++i) {
        if (plan.places.blocks[i] >= 0) continue;
        plan.places.blocks[i] = int(plan.blocks.size());
        plan.places.offsets[i] = append(plan.bytes, flash_bytes(model.constants[i]).size());
    }
}

void require_size(const blob_plan& plan) {
    if (plan.bytes > std::numeric_limits<std::int32_t>::max())
        fail_bad_input(
            fmt::format("--weights blob: the blob would have {} bytes, and has at most "
                        "2147483647; use another form of weights",
                        plan.bytes));
}

}  // namespace

blob_plan plan_blob(const lowered_model& stored, const options& o,
                    std::vector<prepared_constants> prepared) {
    blob_plan plan;
    plan.blocks = find_constant_blocks(stored, o);
    plan.places = places_of(stored, plan.blocks);
    place_in_blob(stored, plan);
    for (const constant_block& block : plan.blocks)
        plan.begins.push_back(append(plan.bytes, std::size_t(block.bytes)));
    plan.prepared = std::move(prepared);
    for (const prepared_constants& p : plan.prepared)
        plan.begins_of_prepared.push_back(append(plan.bytes, p.bytes.size()));
    require_size(plan);
    return plan;
}

}  // namespace onnx2hpp
