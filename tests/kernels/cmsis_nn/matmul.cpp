// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/matmul.hpp>

#include <helpers/weighted_case.hpp>
#include <helpers/working_memory.hpp>

#include <doctest/doctest.h>

#include <vector>

using namespace tigris;
using namespace tigris::test;
using kernels::cmsis_nn_tag;

namespace {

std::vector<int8_t> random_codes(const shape& dims, random_numbers& r) {
    std::vector<int8_t> codes(static_cast<std::size_t>(element_count(dims)));
    for (int8_t& x : codes) x = random_element<int8_t>(r);
    return codes;
}

/// Scales of products far above the output's, too, for which sums leave 32 bits.
quantization random_output(random_numbers& r) {
    quantization q = random_quantization<int8_t>(r);
    q.scale *= r.chance(6) ? 1e-7f : r.chance(2) ? 20.0f : 1.0f;
    return q;
}

bool products_agree(int seed) {
    random_numbers r(static_cast<uint64_t>(seed) * 17);
    const ops::matmul op{.transposed = true, .clamp = random_clamp(r)};
    const int32_t k = r.between(1, 70), batches = r.between(1, 3);
    const shape a{3, {r.chance(3) ? 1 : batches, r.between(1, 9), k}};
    const shape b{3, {r.chance(3) ? 1 : batches, r.between(1, 20), k}};
    node_case n;
    n.add_input({.type = dtype::i8, .dims = a, .quant = random_quantization<int8_t>(r)});
    n.add_input({.type = dtype::i8, .dims = b, .quant = random_quantization<int8_t>(r)});
    set_output_of(n, op, dtype::i8, random_output(r));
    constexpr kernels::matmul_key G{.transposed = true,
                                    .in_a = dtype::i8,
                                    .in_b = dtype::i8,
                                    .out = dtype::i8,
                                    .rounds = rounding::tflite,
                                    .quantized = true};
    if (kernels::key_of(op, n.all(), rounding::tflite) != G) return false;
    const kernel_facts facts = facts_of(cmsis_nn_tag{}, op, n.all());
    if (facts.backend != cmsis_nn) return false;
    const std::vector<int8_t> left = random_codes(a, r), right = random_codes(b, r);
    std::vector<int8_t> out = random_codes(n.all().output().dims, r), expected = out;
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), rounding::tflite);
    working_memory memory(facts, 1, r.between(0, 3));
    whole<G>(kernels::portable_tag{}, layer, expected.data(), left.data(), right.data());
    whole<G>(tag_with_memory<cmsis_nn_tag>(memory), layer, out.data(), left.data(), right.data());
    return out == expected && memory.is_intact();
}

}  // namespace

TEST_CASE("products of matrices, the second transposed") {
    for (int seed = 0; seed < 1000; ++seed) {
        const bool same = products_agree(seed);
        CHECK_MESSAGE(same, seed);
    }
}

TEST_CASE("other products are portable's") {
    node_case n;
    n.add_input({.type = dtype::i8, .dims = {2, {3, 4}}, .quant = {0.1f, 0}});
    n.add_input({.type = dtype::i8, .dims = {2, {4, 5}}, .quant = {0.1f, 0}});
    set_output_of(n, ops::matmul{}, dtype::i8, {0.1f, 0});
    CHECK(facts_of(cmsis_nn_tag{}, ops::matmul{}, n.all()).backend == portable);
}
