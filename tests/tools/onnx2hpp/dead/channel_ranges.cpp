// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/channel_ranges.hpp>

#include <tools/onnx2hpp/dead/code_model.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using namespace tigris;

namespace {

/// What the channels of a tensor were in both runs of a model.
std::vector<interval> seen(const lowered_model& m, int tensor, const codes& input) {
    const shape& dims = m.tensors[std::size_t(tensor)].dims;
    std::vector<interval> all;
    for (const rounding rounds : both_roundings) {
        const codes made = run_codes(m, {input}, rounds)[std::size_t(tensor)];
        for (std::size_t k = 0; k < made.size(); ++k) {
            const interval code{made[k], made[k]};
            if (all.size() < std::size_t(dims[dims.rank - 1])) all.push_back(code);
            interval& range = all[k % std::size_t(dims[dims.rank - 1])];
            range = hull(range, code);
        }
    }
    return all;
}

/// Live, always clamped, products of 0, and live with another sign.
const layer_constants four_outputs{.weights = {3, -7, 100, 90, 0, 0, -5, 1},
                                   .biases = {40, -(1 << 28), 333, -90},
                                   .scales = {0.013, 0.2, 0.07, 0.11}};

}  // namespace

TEST_CASE("ranges of a layer are what all inputs make, no more and no less") {
    code_model net;
    const int x = net.input({4, {1, 256, 256, 2}}, {0.5f, 3});
    const int y = net.conv(x, four_outputs, {.clamp = {.low = 0, .high = 3}}, {0.05f, -20});
    net.output(y);
    const std::vector<interval> ranges = ranges_of(net.made)[std::size_t(y)];
    CHECK(ranges == seen(net.made, y, all_pairs()));
    CHECK(!ranges[0].is_constant());
    CHECK(ranges[1].is_constant());
    CHECK(ranges[2].is_constant());
}

TEST_CASE("a border counts as the zero point, in the taps that meet it") {
    code_model net;
    const int x = net.input({4, {1, 1, 2, 1}}, {0.5f, -100});
    ops::conv op;
    op.window.kernel_w = 3, op.window.pad_left = 1, op.window.pad_right = 1;
    const int y = net.conv(x, {{0, 5, 0, 9, 1, 2}, {500, 7}, {0.03, 0.02}}, op, {0.05f, 4});
    net.output(y);
    std::vector<interval> all;
    for (int a = -128; a < 128; a += 255)
        for (int b = -128; b < 128; b += 255)
            for (std::size_t c = 0; c < 2; ++c) {
                const interval made = seen(net.made, y, {a, b})[c];
                if (all.size() < 2) all.push_back(made);
                all[c] = hull(all[c], made);
            }
    const std::vector<interval> ranges = ranges_of(net.made)[std::size_t(y)];
    CHECK(ranges[0] == all[0]);  // the tap in the middle never meets the border
    CHECK(hull(ranges[1], all[1]) == ranges[1]);
    CHECK(ranges[1].low < all[1].low);
}

TEST_CASE("ranges of functions of two codes are what all inputs make") {
    using enum ops::binary_function;
    codes input;
    for (int code = -128; code < 128; ++code) input.insert(input.end(), 2, code);
    for (const ops::binary_function f : {add, subtract, multiply, maximum, minimum, prelu}) {
        code_model net;
        const int x = net.input({4, {1, 1, 256, 2}}, {0.5f, 3});
        const int a = net.step(ops::convert{.clamp = {.low = -9, .high = 20}}, {x}, {0.3f, -5});
        const int b = net.constant({1, {2}}, {0.1f, 10}, {-70, 90});
        const int y = net.step(ops::binary{.function = f}, {a, b}, {0.4f, 11});
        net.output(y);
        const channel_ranges ranges = ranges_of(net.made);
        CHECK(ranges[std::size_t(a)] == seen(net.made, a, input));
        CHECK(ranges[std::size_t(y)] == seen(net.made, y, input));
    }
}

TEST_CASE("no code of a random model leaves its range") {
    tigris::test::random_numbers random(3);
    int constant_channels = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const dtype type = seed % 5 == 4 ? dtype::i16 : seed % 5 == 3 ? dtype::u8 : dtype::i8;
        const lowered_model m = random_code_model(seed, type);
        const channel_ranges ranges = ranges_of(m);
        for (const auto& of : ranges)
            for (const interval& range : of) constant_channels += range.is_constant();
        codes input(std::size_t(element_count(m.tensors[0])));
        for (int run = 0; run < 6; ++run) {
            for (auto& code : input)
                code = run < 2 ? (run ? highest_of(type) : lowest_of(type))
                               : random.between(lowest_of(type), highest_of(type));
            for (const rounding rounds : both_roundings) {
                const std::vector<codes> all = run_codes(m, {input}, rounds);
                for (std::size_t t = 0; t < all.size(); ++t)
                    for (std::size_t k = 0; !ranges[t].empty() && k < all[t].size(); ++k)
                        REQUIRE(ranges[t][k % ranges[t].size()].contains(all[t][k]));
            }
        }
    }
    CHECK(constant_channels > 200);
}
