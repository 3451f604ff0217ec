// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/constant_places.hpp>

#include <tigris/support/sized_array.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr std::int8_t in_flash[4]{1, 2, 3, 4};

/// A model whose first constant is where the linker put it. The others are staged, packed and in
/// a blob.
struct of_all_kinds {
    static constexpr sized_array<constant, 4> constants{{{.bytes = in_flash}, {}, {}, {}}};
    static constexpr sized_array<constant_place, 4> constant_places{
        {{}, {.source = 0, .offset = 8}, {.source = 1, .offset = 4}, {.source = 2, .offset = 16}}};
    static constexpr sized_array<staged_constants, 1> staged{{{.bytes = 40}}};
    static constexpr sized_array<packed_constants, 1> packed{
        {{.packed_bytes = 70, .bytes = 100, .offset = 30}}};
    static constexpr std::int64_t prefix_bytes = 192;
    static constexpr weight_blob blob{};
    static constexpr sized_array<prepared_place, 2> prepared{
        {{.step = 3, .offset = 64, .bytes = 10}, {.step = 5, .offset = 80, .bytes = 20}}};
    static constexpr backend prepared_for = portable;
};
struct of_no_kind {};

constexpr of_all_kinds all{};
constexpr of_no_kind none{};

/// A step that reads an activation, and a constant of this number.
template <int Constant>
struct step_with {
    tensor tensors[2]{{.kind = tensor_kind::activation, .index = 1},
                      {.kind = tensor_kind::constant, .index = Constant}};
    std::int16_t edges[3]{0, -1, 1};

    constexpr bool reads_moved(int inputs = 3) const {
        return execution::reads_moved<all>({{tensors, 2}, edges, nullptr, inputs, 0});
    }
};

}  // namespace

TEST_CASE("blocks of constants are the staged, the packed, and one of the blob") {
    static_assert(staged_count<all> == 1 && packed_count<all> == 1 && block_count<all> == 3);
    static_assert(has_staged<all> && has_packed<all> && has_blob<all> && has_blocks<all>);
    static_assert(takes_memory<all>);
    static_assert(block_count<none> == 0 && !has_blocks<none> && !takes_memory<none>);
    CHECK(true);
}

TEST_CASE("packed constants reserve a prefix, and take less of flash") {
    static_assert(prefix_bytes<all> == 192 && count_saved<all>() == 100 - 70);
    static_assert(prefix_bytes<none> == 0 && count_saved<none>() == 0);
    CHECK(true);
}

TEST_CASE("a blob has constants prepared for the kernels of one backend") {
    static_assert(prepared_in_blob<all>(3, portable) == 64);
    static_assert(prepared_in_blob<all>(5, portable) == 80);
    static_assert(prepared_in_blob<all>(4, portable) == 0);
    static_assert(prepared_in_blob<all>(3, blocked) == 0);
    static_assert(prepared_in_blob<none>(3, portable) == 0);
    static_assert(count_prepared<all>() == 30 && count_prepared<none>() == 0);
    CHECK(true);
}

TEST_CASE("a constant is moved unless it is where the linker put it") {
    static_assert(!is_moved<all>(0) && is_moved<all>(1) && is_moved<all>(3));
    static_assert(!is_moved<none>(0));
    CHECK(true);
}

TEST_CASE("a step reads moved constants if one of its own is moved") {
    static_assert(step_with<1>{}.reads_moved());
    static_assert(!step_with<0>{}.reads_moved());
    static_assert(!step_with<1>{}.reads_moved(2));  // the activation has the number of a constant
    CHECK(true);
}

TEST_CASE("a run finds constants in the blocks that it was given") {
    alignas(4) static const unsigned char blocks[3][32]{};
    const constant_blocks<all> where{{blocks[0], blocks[1], blocks[2]}};
    const auto address = [&](int i) { return static_cast<const void*>(where.all()[i].bytes); };
    CHECK(address(0) == in_flash);
    CHECK(address(1) == blocks[0] + 8);
    CHECK(address(2) == blocks[1] + 4);
    CHECK(address(3) == blocks[2] + 16);
    CHECK(static_cast<const void*>(where.all()[3].words) == blocks[2] + 16);
    CHECK(where.all().blob() == blocks[2]);
}
