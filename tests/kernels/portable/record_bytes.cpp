// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/record_bytes.hpp>

#include <helpers/node_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// Operands of a layer with inputs of these types; the fourth input is a scale for each block if
/// `has_blocks` says so.
test::node_case operands_of(dtype in, dtype weights, bool has_blocks = false) {
    test::node_case n;
    n.add_input({.type = in, .dims = {2, {1, 64}}});
    n.add_input({.kind = tensor_kind::constant, .type = weights, .dims = {2, {4, 64}}});
    n.skip_input();
    if (has_blocks) n.add_input({.kind = tensor_kind::constant, .dims = {2, {4, 2}}});
    n.set_output({.dims = {2, {1, 4}}});
    return n;
}
record_kind kind_of(dtype in, dtype weights, bool has_blocks = false) {
    return record_kind_of(operands_of(in, weights, has_blocks).all());
}
record_kind kind_of_one(dtype in) {
    test::node_case n;
    n.add_input({.type = in});
    n.set_output({});
    return record_kind_of(n.all());
}

/// A record with one address, and what it takes more where addresses have 8 bytes.
struct with_address {
    static constexpr int32_t wide_address_bytes = 4;
};
struct without_address {};

constexpr record_kinds reals_only = bit_of(record_kind::reals);

}  // namespace

TEST_CASE("records depend on the width of integers, and on nothing of real numbers") {
    CHECK((kind_of_one(dtype::f32) == record_kind::reals));
    CHECK((kind_of_one(dtype::f16) == record_kind::reals));
    CHECK((kind_of_one(dtype::i8) == record_kind::bits8));
    CHECK((kind_of_one(dtype::u8) == record_kind::bits8));
    CHECK((kind_of_one(dtype::i16) == record_kind::bits16));
    CHECK((kind_of_one(dtype::i32) == record_kind::bits32));
    CHECK((kind_of_one(dtype::i64) == record_kind::bits64));
    CHECK((kind_of_one(dtype::u64) == record_kind::bits64));
}

TEST_CASE("real numbers may have weights that are halves, codes, or codes in blocks") {
    CHECK((kind_of(dtype::f32, dtype::f32) == record_kind::reals));
    CHECK((kind_of(dtype::f32, dtype::f16) == record_kind::halves));
    CHECK((kind_of(dtype::f32, dtype::i8) == record_kind::codes));
    CHECK((kind_of(dtype::f32, dtype::i8, true) == record_kind::blocks));
    CHECK((kind_of(dtype::i8, dtype::i4) == record_kind::bits8));
}

TEST_CASE("each kind has a bit of its own") {
    record_kinds all = 0;
    for (int kind = 0; kind < 8; ++kind) {
        CHECK((all & bit_of(record_kind(kind))) == 0);
        all |= bit_of(record_kind(kind));
    }
    CHECK(all == all_record_kinds);
}

TEST_CASE("addresses count 4 bytes, on machines with 8, too") {
    CHECK(wide_address_bytes<with_address>() == 4);
    CHECK(wide_address_bytes<without_address>() == 0);
    constexpr auto size = int32_t(sizeof(record_of<ops::gemm, int8_t>));
    constexpr int32_t wider = wide_address_bytes<record_of<ops::gemm, int8_t>>();
    CHECK(wider > 0);
    CHECK((record_bytes<ops::gemm, int8_t>() == (sizeof(void*) > 4 ? size - wider : size)));
}

TEST_CASE("only records of a program's kinds are counted") {
    const auto bytes = [](record_kind kind) {
        return record_bytes_of<ops::gemm, reals_only>(kind);
    };
    CHECK((bytes(record_kind::reals) == record_bytes<ops::gemm, float>()));
    CHECK(bytes(record_kind::bits8) == 0);
    CHECK(bytes(record_kind::halves) == 0);
    CHECK(record_bytes_of<ops::reshape, all_record_kinds>(record_kind::reals) == 0);
}

TEST_CASE("records of layers differ by what their weights are, those of others do not") {
    const auto of_gemm = [](record_kind kind) {
        return record_bytes_of<ops::gemm, all_record_kinds>(kind);
    };
    CHECK((of_gemm(record_kind::halves) == record_bytes<ops::gemm, coded<dtype::f16>>()));
    CHECK((of_gemm(record_kind::codes) == record_bytes<ops::gemm, coded<dtype::i8>>()));
    CHECK((of_gemm(record_kind::blocks) == record_bytes<ops::gemm, coded<dtype::i8, 32>>()));
    CHECK(of_gemm(record_kind::codes) > of_gemm(record_kind::reals));
    CHECK((record_bytes_of<ops::binary, all_record_kinds>(record_kind::codes) ==
           record_bytes<ops::binary, float>()));
}

TEST_CASE("records that kernels are compiled for take no flash") {
    test::node_case integers;
    for (int i = 0; i < 3; ++i) integers.add_input({.type = dtype::i32, .dims = {1, {4}}});
    integers.set_output({.type = dtype::i32, .dims = {1, {4}}});
    const operands t = integers.all();
    CHECK(record_bytes(ops::concat{}, t) == 0);
    CHECK(record_bytes(ops::select{}, t) == 0);
    CHECK(record_bytes(ops::binary{}, t) == 0);
    CHECK((record_bytes(ops::gather{}, t) == record_bytes<ops::gather, int32_t>()));
}

TEST_CASE("a binary step keeps its record if its results are floats or codes") {
    test::node_case n;
    for (int i = 0; i < 2; ++i) n.add_input({.type = dtype::i8, .quant = {0.5f, 0}});
    n.set_output({.type = dtype::i8, .quant = {0.5f, 0}});
    CHECK((record_bytes(ops::binary{}, n.all()) == record_bytes<ops::binary, int8_t>()));
    test::node_case floats;
    for (int i = 0; i < 2; ++i) floats.add_input({});
    floats.set_output({});
    CHECK((record_bytes(ops::binary{}, floats.all()) == record_bytes<ops::binary, float>()));
}
