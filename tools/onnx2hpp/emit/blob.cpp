// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/blob.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/emit/constants.hpp>
#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/sha256.hpp>
#include <tigris/execution/lz4.hpp>
#include <tigris/model/constant_place.hpp>
#include <tigris/model/weight_blob.hpp>
#include <tigris/planning/alignment.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <limits>

namespace onnx2hpp {
namespace {

using namespace tigris;

static_assert(std::endian::native == std::endian::little);

/// Where a blob has the constants; those that are read in place are the last block, whose offsets
/// are behind the begin of the blob.
struct blob_plan {
    std::vector<constant_block> blocks;
    std::vector<std::int64_t> begins;
    block_places places;
    std::int64_t bytes = sizeof(blob_header);
};

std::int64_t size_of(const lowered_model& model, std::size_t constant) {
    return std::int64_t(flash_bytes(model.constants[constant]).size());
}

void place_in_blob(const lowered_model& model, blob_plan& plan) {
    for (std::size_t i = 0; i < model.constants.size(); ++i) {
        if (plan.places.blocks[i] >= 0) continue;
        plan.places.blocks[i] = int(plan.blocks.size());
        plan.places.offsets[i] = plan.bytes;
        plan.bytes = planning::align_up(plan.bytes + size_of(model, i), constant_alignment);
    }
}

void require_size(const blob_plan& plan) {
    if (plan.bytes > std::numeric_limits<std::int32_t>::max())
        fail_bad_input(
            fmt::format("--weights blob: the blob would have {} bytes, and has at most "
                        "2147483647; use another form of weights",
                        plan.bytes));
}

blob_plan plan_blob(const lowered_model& model, const options& o) {
    blob_plan plan{.blocks = find_constant_blocks(model, o), .begins = {}, .places = {}};
    plan.places = places_of(model, plan.blocks);
    place_in_blob(model, plan);
    for (const constant_block& block : plan.blocks) {
        plan.begins.push_back(plan.bytes);
        plan.bytes += block.bytes;
    }
    require_size(plan);
    return plan;
}

std::string spell_staged(const blob_plan& plan, const options& o) {
    if (plan.blocks.empty()) return {};
    std::string out = fmt::format(
        "    // copied from the blob: destination, bytes, offset in the blob\n"
        "    static constexpr tigris::sized_array<tigris::staged_constants, {}> staged{{{{\n",
        plan.blocks.size());
    for (std::size_t b = 0; b < plan.blocks.size(); ++b)
        out += fmt::format("        {{\"\", {}, nullptr, {}, {}}},\n",
                           quote((*o.memories)[plan.blocks[b].destination].name),
                           plan.blocks[b].bytes, plan.begins[b]);
    return out + "    }};\n";
}

void write_at(std::string& blob, std::int64_t offset, const tensor_data& c) {
    const std::vector<std::byte> bytes = flash_bytes(c);
    if (!bytes.empty()) std::memcpy(blob.data() + offset, bytes.data(), bytes.size());
}

void write_constants(const lowered_model& model, const blob_plan& plan, std::string& blob) {
    for (std::size_t i = 0; i < model.constants.size(); ++i) {
        const auto block = std::size_t(plan.places.blocks[i]);
        const std::int64_t begin = block < plan.begins.size() ? plan.begins[block] : 0;
        write_at(blob, begin + plan.places.offsets[i], model.constants[i]);
    }
}

}  // namespace

std::string spell_layout(const lowered_model& model, const options& o) {
    const blob_plan plan = plan_blob(model, o);
    return spell_graph(model) +
           fmt::format(
               "    // in the blob, whose address a run finds\n"
               "    static constexpr tigris::sized_array<tigris::constant, {}> constants{{}};\n",
               model.constants.size()) +
           spell_places(plan.places) + spell_staged(plan, o);
}

std::uint64_t hash_of_layout(const std::string& layout) {
    return std::stoull(sha256(layout).substr(0, 16), nullptr, 16);
}

std::string note_blob(const std::string& layout, const options& o) {
    return fmt::format("// Blob: format {}, graph and layout {:016x}\n// Options: {}\n",
                       blob_format, hash_of_layout(layout), o.recorded);
}

std::string spell_blob(const lowered_model& model, const options& o, const std::string& layout) {
    return fmt::format(
        "    // hash of graph and layout, and bytes of the blob\n"
        "    static constexpr tigris::weight_blob blob{{{:#018x}u, {}}};\n",
        hash_of_layout(layout), plan_blob(model, o).bytes);
}

std::string blob_bytes(const lowered_model& model, const options& o, const std::string& layout) {
    const blob_plan plan = plan_blob(model, o);
    std::string blob(std::size_t(plan.bytes), '\0');
    write_constants(model, plan, blob);
    blob_header header{.magic = blob_magic,
                       .format = blob_format,
                       .bytes = std::uint32_t(plan.bytes),
                       .layout = hash_of_layout(layout)};
    std::memcpy(blob.data(), &header, sizeof(header));
    header.checksum = execution::checksum_of(blob.data() + blob_checked_from,
                                             std::int32_t(plan.bytes) - blob_checked_from);
    std::memcpy(blob.data(), &header, sizeof(header));
    return blob;
}

}  // namespace onnx2hpp
