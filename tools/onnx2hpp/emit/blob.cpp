// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/blob.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/emit/constant_arrays.hpp>
#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/sha256.hpp>
#include <tigris/execution/memory/lz4.hpp>
#include <tigris/model/weight_blob.hpp>

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace onnx2hpp {
namespace {

using namespace tigris;

static_assert(std::endian::native == std::endian::little);

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

/// What is prepared for calls of one row.
std::string spell_prepared(const blob_plan& plan, const options& o) {
    if (plan.prepared.empty()) return {};
    std::string out = fmt::format(
        "    // constants prepared for calls of one row, in the blob: step, offset, bytes\n"
        "    static constexpr tigris::backend prepared_for = tigris::{};\n"
        "    static constexpr tigris::sized_array<tigris::prepared_place, {}> prepared{{{{\n",
        spell(o.backend), plan.prepared.size());
    for (std::size_t i = 0; i < plan.prepared.size(); ++i)
        out += fmt::format("        {{{}, {}, {}}},\n", plan.prepared[i].step,
                           plan.begins_of_prepared[i], plan.prepared[i].bytes.size());
    return out + "    }};\n";
}

void write_at(std::string& blob, std::int64_t offset, const std::vector<std::byte>& bytes) {
    if (!bytes.empty()) std::memcpy(blob.data() + offset, bytes.data(), bytes.size());
}

void write_constants(const lowered_model& model, const blob_plan& plan, std::string& blob) {
    for (std::size_t i = 0; i < model.constants.size(); ++i) {
        const auto block = std::size_t(plan.places.blocks[i]);
        const std::int64_t begin = block < plan.begins.size() ? plan.begins[block] : 0;
        write_at(blob, begin + plan.places.offsets[i], flash_bytes(model.constants[i]));
    }
    for (std::size_t i = 0; i < plan.prepared.size(); ++i)
        write_at(blob, plan.begins_of_prepared[i], plan.prepared[i].bytes);
}

}  // namespace

std::string spell_layout(const lowered_model& stored, const options& options,
                         const blob_plan& plan) {
    return spell_graph(stored) +
           fmt::format(
               "    // in the blob, whose address a run finds\n"
               "    static constexpr tigris::sized_array<tigris::constant, {}> constants{{}};\n",
               stored.constants.size()) +
           spell_places(plan.places) + spell_staged(plan, options) + spell_prepared(plan, options);
}

std::uint64_t hash_of_layout(const std::string& layout) {
    return std::stoull(sha256(layout).substr(0, 16), nullptr, 16);
}

std::string note_blob(const std::string& layout, const options& o) {
    return fmt::format("// Blob: format {}, graph and layout {:016x}\n// Options: {}\n",
                       blob_format, hash_of_layout(layout), o.recorded);
}

std::string spell_blob(const blob_plan& plan, const std::string& layout) {
    return fmt::format(
        "    // hash of graph and layout, and bytes of the blob\n"
        "    static constexpr tigris::weight_blob blob{{{:#018x}u, {}}};\n",
        hash_of_layout(layout), plan.bytes);
}

std::string blob_bytes(const lowered_model& stored, const blob_plan& plan,
                       const std::string& layout) {
    std::string blob(std::size_t(plan.bytes), '\0');
    write_constants(stored, plan, blob);
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
