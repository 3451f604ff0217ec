// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants that are decoded before the segment that reads them.

#include <tigris/execution/memory/packed.hpp>

#include <tigris/execution/run.hpp>

#include <conv_int8.hpp>
#include <helpers/derived_model.hpp>
#include <helpers/staged_model.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace {

using namespace tigris;
using namespace tigris::test;
using execution::decode_lz4;

template <int Bytes>
constexpr bool decodes_to(const sized_array<std::uint8_t, Bytes>& block, const char* text,
                          int length) {
    char out[64]{};
    if (!decode_lz4(block.data(), Bytes, out, length)) return false;
    for (int i = 0; i < length; ++i)
        if (out[i] != text[i]) return false;
    return true;
}

// 4 literals, then 8 bytes from 4 back, then 5 literals
constexpr sized_array<std::uint8_t, 13> repeated{
    {0x44, 'a', 'b', 'c', 'd', 4, 0, 0x50, 'e', 'f', 'g', 'h', 'i'}};
static_assert(decodes_to(repeated, "abcdabcdabcdefghi", 17));
static_assert(!decodes_to(repeated, "abcdabcdabcdefghi", 16));  // one byte too few
static_assert(!decodes_to(repeated, "abcdabcdabcdefghi", 18));  // one too many
// a match that overlaps itself, of 4 + 15 + 3 bytes
constexpr sized_array<std::uint8_t, 7> repeated_byte{{0x1f, 'x', 1, 0, 3, 0x10, 'y'}};
static_assert(decodes_to(repeated_byte, "xxxxxxxxxxxxxxxxxxxxxxxy", 24));
constexpr sized_array<std::uint8_t, 6> before_the_begin{{0x10, 'x', 2, 0, 0x10, 'y'}};
static_assert(!decodes_to(before_the_begin, "", 6));
constexpr sized_array<std::uint8_t, 6> from_nowhere{{0x10, 'x', 0, 0, 0x10, 'y'}};
static_assert(!decodes_to(from_nowhere, "", 6));
constexpr sized_array<std::uint8_t, 3> ends_in_literals{{0x30, 'x', 'y'}};
static_assert(!decodes_to(ends_in_literals, "", 3));
constexpr sized_array<std::uint8_t, 1> ends_in_length{{0xf0}};
static_assert(!decodes_to(ends_in_length, "", 15));
constexpr sized_array<std::uint8_t, 3> ends_in_distance{{0x10, 'x', 1}};
static_assert(!decodes_to(ends_in_distance, "", 5));

constexpr auto Base = conv_int8::model;
constexpr auto layout = layout_of<Base>;
constexpr int size_of_block = layout.bytes + (layout.bytes - 15) / 255 + 2;
using block_of_lz4 = sized_array<std::int8_t, size_of_block>;

constexpr std::int8_t byte_of(const constant& c, int i) {
    return c.words ? std::int8_t(c.words[i / 4] >> (i % 4 * 8)) : c.bytes[i];
}

/// All constants of the model as one sequence of literals.
constexpr block_of_lz4 pack_all() {
    block_of_lz4 block{{-16}};
    int n = 1, left = layout.bytes - 15;
    for (; left >= 255; left -= 255) block[n++] = -1;
    block[n++] = std::int8_t(left);
    for (int k = 0; k < Base.constants.size(); ++k)
        for (int i = 0; i < bytes_of_constant<Base>(k); ++i)
            block[n + layout.places[k].offset + i] = byte_of(Base.constants[k], i);
    return block;
}

constinit block_of_lz4 block = pack_all();
constexpr std::uint32_t checksum = execution::checksum_of(pack_all().items, size_of_block);

struct packed_model : derived_model<packed_model, Base> {
    static constexpr target default_target{};
    static constexpr auto constants = Base.constants;
    static constexpr auto constant_places = layout.places;
    static constexpr sized_array<packed_constants, 1> packed{
        {{block.items, size_of_block, layout.bytes, 0, checksum}}};
    static constexpr std::int64_t prefix_bytes = prefix_of(packed);
};
constexpr packed_model model{};

/// Constant 0 is staged, the others are packed.
constexpr auto split_places() {
    auto places = layout.places;
    for (int i = 1; i < places.size(); ++i) places[i].source = 1;
    return places;
}

struct mixed_model : derived_model<mixed_model, Base> {
    static constexpr target default_target{.memories = &staging_memories};
    static constexpr auto constants = Base.constants;
    static constexpr auto constant_places = split_places();
    static constexpr sized_array<staged_constants, 1> staged{
        {{"FLASH", "DTCM", source_block<Base>, layout.bytes}}};
    static constexpr auto packed = packed_model::packed;
    static constexpr std::int64_t prefix_bytes = prefix_of(packed);
};
constexpr mixed_model mixed{};

}  // namespace

TEST_CASE("a plan has the prefix in front of its blocks") {
    constexpr auto& plan = plan_of<model>;
    constexpr auto& plain = plan_of<Base>;
    static_assert(plan.region_bytes[0] == plain.region_bytes[0] + execution::prefix_bytes<model>);
    static_assert(plan.fast_peak_bytes == plain.fast_peak_bytes + execution::prefix_bytes<model>);
    static_assert(smallest_fast_bytes<model> ==
                  smallest_fast_bytes<Base> + execution::prefix_bytes<model>);
    constexpr target enough{.fast = std::uint64_t(smallest_fast_bytes<model>)};
    constexpr target too_little{.fast = enough.fast - 1};
    static_assert(fits<model, enough>);
    static_assert(!fits<model, too_little>);
}

TEST_CASE("packed constants give the same bytes, and damaged ones a status") {
    static workspace<model> memory;
    static workspace<Base> plain;
    input_buffer<Base> in;
    output_buffer<Base> out{}, expected{};
    for (int i = 0; i < in.size(); ++i) in[i] = std::int8_t(i * 37 % 101 - 50);
    CHECK(run(model, memory, in_memory_order(in.items), in_memory_order(out.items)) ==
          status::hydration_required);
    CHECK(init(model, memory) == status::ok);
    run(Base, plain, in, expected);
    CHECK(run(model, memory, in_memory_order(in.items), in_memory_order(out.items)) == status::ok);
    for (int i = 0; i < out.size(); ++i) CHECK(out[i] == expected[i]);
    for (auto& item : out.items) item = 77;
    block[40] ^= 1;
    CHECK(init(model, memory) == status::damaged_constants);
    CHECK(run(model, memory, in_memory_order(in.items), in_memory_order(out.items)) ==
          status::hydration_required);
    for (int i = 0; i < out.size(); ++i) CHECK(out[i] == 77);
    block[40] ^= 1;
    CHECK(init(model, memory) == status::ok);
}

TEST_CASE("staged constants that come later do not hide damaged packed ones") {
    static_assert(execution::is_moved<mixed>(0) && mixed.constants.size() > 1);
    static workspace<mixed> memory;
    static workspace<Base> plain;
    input_buffer<Base> in;
    output_buffer<Base> out{}, expected{};
    for (int i = 0; i < in.size(); ++i) in[i] = std::int8_t(i * 37 % 101 - 50);
    fill_source_block<Base>();
    const auto check_refused = [&] {
        CHECK(run(mixed, memory, in_memory_order(in.items), in_memory_order(out.items)) ==
              status::hydration_required);
        memory.hydrate();
        CHECK(run(mixed, memory, in_memory_order(in.items), in_memory_order(out.items)) ==
              status::hydration_required);
        memory.mark_hydrated();
        CHECK(run(mixed, memory, in_memory_order(in.items), in_memory_order(out.items)) ==
              status::hydration_required);
    };
    check_refused();
    block[40] ^= 1;
    CHECK(init(mixed, memory) == status::damaged_constants);
    check_refused();
    block[40] ^= 1;
    CHECK(init(mixed, memory) == status::ok);
    run(Base, plain, in, expected);
    CHECK(run(mixed, memory, in_memory_order(in.items), in_memory_order(out.items)) == status::ok);
    for (int i = 0; i < out.size(); ++i) CHECK(out[i] == expected[i]);
    memory.clear_hydrated();
    CHECK(run(mixed, memory, in_memory_order(in.items), in_memory_order(out.items)) ==
          status::hydration_required);
    memory.hydrate();
    CHECK(run(mixed, memory, in_memory_order(in.items), in_memory_order(out.items)) == status::ok);
}
