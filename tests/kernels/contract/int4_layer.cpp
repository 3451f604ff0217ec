// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/int4_layer.hpp>

#include <helpers/node_case.hpp>
#include <tigris/ops/list.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;

namespace {

test::node_case layer_with(dtype in, dtype weights) {
    return test::dense_case(in, weights, dtype::i8);
}

/// Backends that say of each layer what they take themselves.
struct packed_tag {};
struct portable_only_tag {};
struct librarys_tag {
    using substitute = packed_tag;
};
template <class Op>
constexpr kernel_facts facts_of(packed_tag, const Op&, const operands&) {
    return {.scratch_bytes = 100,
            .prepared_bytes = 50,
            .call_cycles = 7,
            .prepared_inputs = 2,
            .backend = blocked};
}
template <class Op>
constexpr kernel_facts facts_of(portable_only_tag, const Op&, const operands&) {
    return {.scratch_bytes = 100, .prepared_bytes = 50};
}
template <class Op>
constexpr kernel_facts facts_of(librarys_tag, const Op&, const operands&) {
    return {.scratch_bytes = 999, .backend = cmsis_nn};
}

template <class Tag>
kernel_facts facts(dtype weights) {
    return facts_of_kernel<Tag>(ops::gemm{}, layer_with(dtype::i8, weights).all());
}

}  // namespace

TEST_CASE("layers of bytes whose weights have 4 bits unpack them, others do not") {
    CHECK(has_int4_weights<ops::gemm>(layer_with(dtype::i8, dtype::i4).all()));
    CHECK_FALSE(has_int4_weights<ops::gemm>(layer_with(dtype::i8, dtype::i8).all()));
    CHECK_FALSE(has_int4_weights<ops::gemm>(layer_with(dtype::f32, dtype::i4).all()));
    CHECK_FALSE(has_int4_weights<ops::binary>(layer_with(dtype::i8, dtype::i4).all()));
}

TEST_CASE("a kilobyte of weights is unpacked at a time, by fours of outputs") {
    CHECK(outputs_unpacked(1000, 1) == 1000);
    CHECK(outputs_unpacked(2000, 1) == 1024);
    CHECK(outputs_unpacked(100, 100) == 8);
    CHECK(outputs_unpacked(100, 256) == 4);
    CHECK(outputs_unpacked(100, 5000) == 4);
    CHECK(outputs_unpacked(3, 5000) == 3);
}

TEST_CASE("unpacked weights take whole sixteens of bytes") {
    CHECK((unpacked_bytes(0) == 0 && unpacked_bytes(1) == 16));
    CHECK((unpacked_bytes(16) == 16 && unpacked_bytes(17) == 32));
    CHECK(unpacked_bytes(100, 100) == 800);
    CHECK(unpacked_bytes(3, 7) == 32);
}

TEST_CASE("depthwise weights are unpacked all at once") {
    CHECK(unpacked_bytes({3, {3, 3, 500}}) == 4512);
    CHECK(unpacked_bytes({4, {500, 3, 3, 1}}) == 112 * 9);
    CHECK(unpacked_bytes({2, {6, 20}}) == 128);
}

TEST_CASE("the kernels that unpack count their memory and their time") {
    const kernel_facts unpacked = facts<packed_tag>(dtype::i4);
    CHECK(unpacked.scratch_bytes == 100 + 128);
    CHECK(unpacked.call_cycles == 7 + 6 * 20);
    CHECK((unpacked.prepared_bytes == 0 && unpacked.prepared_inputs == 0));
    CHECK(facts<packed_tag>(dtype::i8).scratch_bytes == 100);
    CHECK(facts<packed_tag>(dtype::i8).prepared_bytes == 50);
}

TEST_CASE("portable kernels read weights in place") {
    CHECK(facts<portable_only_tag>(dtype::i4).scratch_bytes == 100);
    CHECK(facts<portable_only_tag>(dtype::i4).prepared_bytes == 0);
}

TEST_CASE("a library's substitute runs layers with weights of 4 bits") {
    CHECK(facts<librarys_tag>(dtype::i4).backend == blocked);
    CHECK(facts<librarys_tag>(dtype::i4).scratch_bytes == 100 + 128);
    CHECK(facts<librarys_tag>(dtype::i8).backend == cmsis_nn);
    CHECK(is_same<tag_of_int4<cmsis_nn_tag, false>, blocked_tag>);
    CHECK(is_same<tag_of_int4<helium_tag, false>, helium_tag>);
    CHECK(is_same<tag_of_int4<helium_tag, true>, portable_tag>);
}
