// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/dead_channels.hpp>

#include <onnx2hpp/constants.hpp>
#include <tools/onnx2hpp/dead/code_model.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using namespace tigris;

namespace {

std::vector<codes> outputs_of(const lowered_model& m, const codes& input, rounding rounds) {
    const std::vector<codes> all = run_codes(m, {input}, rounds);
    std::vector<codes> outputs;
    for (const int t : m.outputs) outputs.push_back(all[std::size_t(t)]);
    return outputs;
}

bool have_same_outputs(const lowered_model& a, const lowered_model& b, const codes& input) {
    for (const rounding rounds : both_roundings)
        if (outputs_of(a, input, rounds) != outputs_of(b, input, rounds)) return false;
    return true;
}

/// For inputs of two bytes, the ends among them.
bool are_equal_for_many(const lowered_model& a, const lowered_model& b) {
    for (int x = -128; x < 128; x += 15)
        for (int y = -128; y < 128; y += 15)
            if (!have_same_outputs(a, b, {x, y})) return false;
    return true;
}

int channels_at(const lowered_model& m, int t) {
    return m.tensors[std::size_t(t)].dims[m.tensors[std::size_t(t)].dims.rank - 1];
}

ops::window three_wide() {
    ops::window w;
    w.kernel_w = 3, w.pad_left = 1, w.pad_right = 1;
    return w;
}

/// Outputs: live, constant (the code depends on the bias), live, read by nobody.
layer_constants outputs_with_constant(std::int32_t bias_of_constant) {
    return {.weights = {30, 7, 0, 0, -50, 61, 9, 9},
            .biases = {40, bias_of_constant, -90, 5},
            .scales = {0.013, 0.02, 0.011, 0.01}};
}

/// Behind it, a layer that reads all but the last.
const layer_constants two_of_four{
    .weights = {20, 30, -9, 0, 5, -70, 3, 0}, .biases = {1, 2}, .scales = {0.004}};

}  // namespace

TEST_CASE("constant channels move into biases, and channels without a reader go") {
    code_model net;
    const int x = net.input({4, {1, 256, 256, 2}}, {0.5f, 3});
    const int y = net.conv(x, outputs_with_constant(5000), {}, {0.05f, -20});
    net.output(net.conv(y, two_of_four, {}, {0.1f, 7}));
    const lowered_model made = without_dead_channels(net.made);
    CHECK(channels_at(made, y) == 2);
    CHECK(made.removed.channels == 2);
    CHECK(made.removed.of_channels == 6);
    CHECK(made.removed.weights == 8);
    CHECK(made.removed.of_weights == 16);
    CHECK(have_same_outputs(net.made, made, all_pairs()));
}

TEST_CASE("dead channels stay where kernels want a multiple") {
    code_model net;
    const int x = net.input({4, {1, 1, 1, 2}}, {0.5f, 3});
    const int y = net.conv(x, outputs_with_constant(5000), {}, {0.05f, -20});
    net.output(net.conv(y, two_of_four, {}, {0.1f, 7}));
    for (const int multiple : {1, 3, 4, 8}) {
        const lowered_model made = without_dead_channels(net.made, multiple);
        CHECK(channels_at(made, y) == std::min(std::max(multiple, 2), 4));
        CHECK(are_equal_for_many(net.made, made));
    }
}

TEST_CASE("a constant that is not the zero point stays in front of a border") {
    for (const std::int32_t bias : {0, 5000}) {
        code_model net;
        const int x = net.input({4, {1, 1, 1, 2}}, {0.5f, 3});
        const int y = net.conv(x, outputs_with_constant(bias), {}, {0.05f, -20});
        layer_constants wide{.weights = {}, .biases = {1, 2}, .scales = {0.004}};
        for (int i = 0; i < 24; ++i) wide.weights.push_back(std::int8_t(i % 4 == 3 ? 0 : i - 9));
        net.output(net.conv(y, wide, {.window = three_wide()}, {0.1f, 7}));
        const lowered_model made = without_dead_channels(net.made);
        CHECK(channels_at(made, y) == (bias == 0 ? 2 : 3));
        CHECK(are_equal_for_many(net.made, made));
    }
}

TEST_CASE("a channel of a sum goes where both addends do without it") {
    for (const bool reads_addend : {false, true}) {
        code_model net;
        const int x = net.input({4, {1, 1, 1, 2}}, {0.5f, 3});
        const int a = net.conv(x, outputs_with_constant(5000), {}, {0.05f, -20});
        const int b = net.conv(x, outputs_with_constant(-7000), {}, {0.06f, 4});
        const int sum = net.step(ops::binary{}, {a, b}, {0.1f, 1});
        net.output(net.conv(sum, two_of_four, {}, {0.1f, 7}));
        if (reads_addend) net.output(net.conv(a, {{1, 0, 0, 9}, {3}, {0.02}}, {}, {0.1f, 0}));
        const lowered_model made = without_dead_channels(net.made);
        CHECK(channels_at(made, sum) == (reads_addend ? 3 : 2));
        CHECK(channels_at(made, a) == channels_at(made, b));
        CHECK(are_equal_for_many(net.made, made));
    }
}

TEST_CASE("depthwise layers, pools, concats and reshapes lose channels with their neighbors") {
    code_model net;
    const int x = net.input({4, {1, 1, 2, 1}}, {0.5f, 3});
    const int a = net.conv(x, {{30, 0, -50, 9}, {40, 5000, -90, 5}, {0.013, 0.02, 0.011, 0.01}}, {},
                           {0.05f, -20});
    const int d =
        net.depthwise(a, {{1, 2, 3, 4}, {9, 8, 7, 6}, {0.9, 0.8, 0.7, 0.6}}, {}, {0.05f, 0});
    const int p = net.step(ops::pool{}, {d}, {0.06f, 1});
    const int both_parts = net.step(ops::concat{.axis = 3}, {p, d}, {0.06f, 1});
    const int flat = net.reshape(both_parts, {2, {1, 16}});
    layer_constants last{.weights = {}, .biases = {1}, .scales = {0.004}};
    for (int i = 0; i < 16; ++i) last.weights.push_back(std::int8_t(i % 4 == 3 ? 0 : 3 * i - 20));
    net.output(net.gemm(flat, last, {}, {0.1f, 7}));
    const lowered_model made = without_dead_channels(net.made);
    CHECK(channels_at(made, a) == 2);
    CHECK(channels_at(made, d) == 2);
    CHECK(channels_at(made, both_parts) == 4);
    CHECK(channels_at(made, flat) == 8);
    CHECK(are_equal_for_many(net.made, made));
}

TEST_CASE("a model whose outputs are constant keeps a channel of each tensor") {
    code_model net;
    const int x = net.input({4, {1, 1, 1, 2}}, {0.5f, 3});
    const int y = net.conv(x, outputs_with_constant(0), {}, {0.05f, -20});
    net.output(net.conv(y, {{0, 0, 0, 0}, {700}, {0.04}}, {}, {0.1f, 7}));
    const lowered_model made = without_dead_channels(net.made);
    CHECK(channels_at(made, y) == 1);
    CHECK(are_equal_for_many(net.made, made));
}

TEST_CASE("where weights vary all channels stay, and constant ones have short scales") {
    code_model net;
    const int x = net.input({4, {1, 1, 1, 2}}, {0.5f, 3});
    layer_constants dead = outputs_with_constant(1 << 30);
    dead.scales[1] = 1e-9;
    net.output(net.conv(x, dead, {}, {0.05f, -20}));
    net.made.weights_vary = true;
    const lowered_model made = without_dead_channels(net.made);
    CHECK(made.removed.channels == 0);
    CHECK(elements_of<std::int8_t>(made.constants[3])[1] == -2);
    CHECK(are_equal_for_many(net.made, made));
}

TEST_CASE("constants that two steps share stay one where both lose the same, and become two else") {
    code_model net;
    const int x = net.input({4, {1, 1, 1, 2}}, {0.5f, 3});
    const int a = net.conv(x, outputs_with_constant(5000), {}, {0.05f, -20});
    const int b = net.conv(x, outputs_with_constant(5000), {}, {0.05f, -20});
    for (std::size_t place = 1; place < 5; ++place)
        net.made.nodes[1].inputs[place] = net.made.nodes[0].inputs[place];
    net.output(net.conv(a, two_of_four, {}, {0.1f, 7}));
    net.output(net.conv(b, {{1, 1, 1, 1}, {3}, {0.02}}, {}, {0.1f, 0}));
    const lowered_model made = without_dead_channels(net.made);
    CHECK(channels_at(made, a) == 2);
    CHECK(channels_at(made, b) == 3);
    CHECK(made.nodes[0].inputs[1] != made.nodes[1].inputs[1]);
    CHECK(are_equal_for_many(net.made, made));
}

TEST_CASE("random models make the same codes without their dead channels") {
    tigris::test::random_numbers random(4);
    std::int64_t removed = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const dtype type = seed % 5 == 4 ? dtype::i16 : seed % 5 == 3 ? dtype::u8 : dtype::i8;
        const lowered_model m = random_code_model(seed, type);
        const int multiple = seed % 3 == 2 ? 4 : 1;
        const lowered_model made = without_dead_channels(m, multiple);
        CHECK(without_dead_channels(made, multiple).removed.channels == 0);
        removed += made.removed.channels;
        codes input(std::size_t(element_count(m.tensors[0])));
        for (int run = 0; run < 6; ++run) {
            for (auto& code : input)
                code = run < 2 ? (run ? highest_of(type) : lowest_of(type))
                               : random.between(lowest_of(type), highest_of(type));
            REQUIRE(have_same_outputs(m, made, input));
        }
    }
    CHECK(removed > 250);
}
