// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/lower.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;
using tigris::dtype;
using tigris::tensor;
using tigris::tensor_kind;

namespace {

options with_layout(io_layout layout) {
    options wanted;
    wanted.layout = layout;
    return wanted;
}

/// A 1x1 convolution without bias that keeps its channels.
value_id conv(model_builder& b, value_id x, std::int64_t channels) {
    return b.node("Conv", {x, b.constant({channels, channels, 1, 1})});
}

/// Every storage holds at most one input or output, and every tensor is of one kind.
void check_storage(const lowered_model& m) {
    std::vector<int> storage(m.tensors.size());
    for (std::size_t t = 0; t < storage.size(); ++t) storage[t] = static_cast<int>(t);
    for (const lowered_node& n : m.nodes)
        if (std::holds_alternative<tigris::ops::reshape>(n.op))
            storage[static_cast<std::size_t>(n.outputs[0])] =
                storage[static_cast<std::size_t>(n.inputs[0])];
    std::vector<int> edges(m.tensors.size(), 0);
    for (const std::vector<int>& list : {m.inputs, m.outputs})
        for (const int t : list) {
            CHECK(tensor_at(m, t).kind != tensor_kind::activation);
            CHECK(tensor_at(m, t).kind != tensor_kind::constant);
            CHECK(++edges[static_cast<std::size_t>(storage[static_cast<std::size_t>(t)])] == 1);
        }
}

}  // namespace

TEST_CASE("an input of a Conv lies channels last, a signal too") {
    model_builder b;
    SUBCASE("image") {
        b.output(conv(b, b.input({1, 3, 4, 5}), 3));
        CHECK(input_dims(lower(b.build(), {})) == extents{1, 4, 5, 3});
    }
    SUBCASE("signal") {
        b.output(b.node("Conv", {b.input({1, 3, 8}), b.constant({2, 3, 5})}));
        const lowered_model m = lower(b.build(), {});
        CHECK(input_dims(m) == extents{1, 8, 3});
        CHECK(dims_of(tensor_at(m, m.nodes[0].inputs[1])) == extents{2, 5, 1, 3});
        CHECK(m.nodes[0].inputs[2] == -1);
    }
}

TEST_CASE("a Conv over a signal is one over an image of one column, with a row for each moment") {
    model_builder b;
    const value_id x = b.input({1, 4, 9});
    SUBCASE("dense") { b.output(b.node("Conv", {x, b.constant({2, 4, 5})})); }
    SUBCASE("depthwise") {
        b.output(b.node("Conv", {x, b.constant({4, 1, 5})}, {{"group", std::int64_t{4}}}));
    }
    onnx_model m = b.build();
    run_passes(m, {});
    const lowered_model lowered = lower(m, {});
    const tigris::row_extents rows = tigris::rows_of(tensor_at(lowered, lowered.inputs[0]).dims);
    CHECK(rows.rows == 9);
    CHECK(rows.width == 1);
    CHECK(rows.channels == 4);
    const owned_network network = network_of(lowered);
    REQUIRE(network.steps.size() == 1);
    CHECK(network.steps[0].op.contract == tigris::ops::contract::rows);
    CHECK(network.steps[0].op.reach.kernel == 5);
}

TEST_CASE("the first reader with a demand decides, through what keeps axes and through Transpose") {
    model_builder b;
    SUBCASE("Relu") { b.output(conv(b, b.node("Relu", {b.input({1, 3, 4, 5})}), 3)); }
    SUBCASE("Transpose of an NHWC input") {
        const value_id x = b.input({1, 4, 5, 3});
        b.output(conv(b, b.node("Transpose", {x}, {{"perm", extents{0, 3, 1, 2}}}), 3));
    }
    const lowered_model m = lower(b.build(), {});
    CHECK(input_dims(m) == extents{1, 4, 5, 3});
    CHECK(count_transposes(m) == 0);
}

TEST_CASE("a signal lies as a Conv behind other operators wants it, and as a Resize does") {
    model_builder b;
    const value_id x = b.input({1, 3, 8});
    value_id y = absent;
    SUBCASE("Sigmoid") { y = b.node("Sigmoid", {x}); }
    SUBCASE("HardSwish") { y = b.node("HardSwish", {x}, {}, 14); }
    SUBCASE("Concat") { y = b.node("Concat", {x, x}, {{"axis", std::int64_t{2}}}); }
    SUBCASE("Resize") {
        y = b.node("Resize", {x, absent, b.constant({3}, {1, 1, 2})});
        b.output(y);
    }
    if (b.model.outputs.empty()) b.output(b.node("Conv", {y, b.constant({2, 3, 5})}));
    const lowered_model m = lower(b.build(), {});
    CHECK(input_dims(m) == extents{1, 8, 3});
    CHECK(count_transposes(m) == 0);
}

TEST_CASE("an image that nobody has a wish for is channels last; other ranks keep ONNX's order") {
    model_builder b;
    SUBCASE("image") {
        b.output(b.node("Relu", {b.input({1, 3, 4, 5})}));
        CHECK(input_dims(lower(b.build(), {})) == extents{1, 4, 5, 3});
    }
    SUBCASE("rank 3") {
        b.output(b.node("Relu", {b.input({1, 3, 4})}));
        CHECK(input_dims(lower(b.build(), {})) == extents{1, 3, 4});
    }
    SUBCASE("rows") {
        b.output(b.node("MatMul", {b.input({1, 3, 4, 5}), b.constant({5, 2})}));
        CHECK(steps(lower(b.build(), {})) == names{"gemm"});
    }
}

TEST_CASE("--io-layout onnx keeps ONNX's order at both ends") {
    model_builder b;
    b.output(conv(b, b.input({1, 3, 4, 5}), 3));
    const onnx_model m = b.build();
    const lowered_model lowered = lower(m, with_layout(io_layout::onnx));
    CHECK(input_dims(lowered) == extents{1, 3, 4, 5});
    CHECK(output_dims(lowered) == extents{1, 3, 4, 5});
    CHECK(steps(lowered) == names{"reshape", "interleave", "conv", "transpose"});
    CHECK(steps(lower(m, {})) == names{"conv"});
    options by_rows = with_layout(io_layout::onnx);
    by_rows.input_modes = {tigris::io::rows};
    CHECK(verdict_of([&] { target_of(lowered, by_rows); }).says(bad, "cannot pass row by row"));
    by_rows.input_modes = {};
    by_rows.output_modes = {tigris::io::rows};
    CHECK(verdict_of([&] { target_of(lowered, by_rows); }).says(bad, "cannot pass row by row"));
}

TEST_CASE("--io-layout onnx adds only a view where both orders are the same bytes") {
    model_builder b;
    const value_id signal = b.input({1, 1, 9, 4});
    b.output(
        b.node("Relu", {b.node("Conv", {b.node("Relu", {signal}), b.constant({1, 1, 1, 1})})}));
    const lowered_model lowered = lower(b.build(), with_layout(io_layout::onnx));
    CHECK(input_dims(lowered) == extents{1, 1, 9, 4});
    CHECK(steps(lowered) == names{"reshape", "convert", "conv", "convert", "reshape"});
    CHECK(tensor_at(lowered, lowered.nodes[1].outputs[0]).dims == tigris::shape{4, {1, 9, 4, 1}});
}

TEST_CASE("planes are gathered for what wants pixels, and stay planes for what wants them so") {
    model_builder b;
    const value_id image = b.input({2, 3, 4, 5});
    const value_id signal = b.input({2, 3, 7});
    b.output(b.node("Relu", {conv(b, b.node("Relu", {image}), 3)}));
    b.output(b.node("MatMul", {image, b.constant({5, 2})}));
    b.output(b.node("Conv", {signal, b.constant({3, 3, 1})}));
    const onnx_model m = b.build();
    const lowered_model lowered = lower(m, with_layout(io_layout::onnx));
    const names made = steps(lowered);
    CHECK(std::count(made.begin(), made.end(), "interleave") == 2);
    CHECK(results_of(m, with_layout(io_layout::onnx)) == results_of(m));
}

TEST_CASE("what gathers planes for one reader that converts them does so at once") {
    model_builder b;
    const value_id image = b.input({1, 3, 4, 5});
    b.output(conv(b, b.node("Relu", {image}), 3));
    bool is_read_twice = false;
    SUBCASE("one") { is_read_twice = false; }
    SUBCASE("two") { is_read_twice = true; }
    if (is_read_twice) b.output(b.node("Sigmoid", {image}));
    const onnx_model m = b.build();
    const names made = steps(lower(m, with_layout(io_layout::onnx)));
    CHECK(std::count(made.begin(), made.end(), "convert") == is_read_twice);
    CHECK(made[1] == "interleave");
    CHECK(results_of(m, with_layout(io_layout::onnx)) == results_of(m));
}

TEST_CASE("of conversions in a row only the first is done while planes are gathered") {
    model_builder b;
    const value_id image = b.input({1, 3, 4, 5});
    const value_id kept = b.node("Relu", {image});
    b.output(conv(b, b.node("Clip", {kept, b.constant({}, {-2}), b.constant({}, {1})}, {}, 13), 3));
    const onnx_model m = b.build();
    const names made = steps(lower(m, with_layout(io_layout::onnx)));
    CHECK(std::count(made.begin(), made.end(), "convert") == 1);
    CHECK(results_of(m, with_layout(io_layout::onnx)) == results_of(m));
}

TEST_CASE("a flattened image permutes the weights of the Gemm behind it, and nothing else") {
    model_builder b;
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    const value_id flat = b.node("Flatten", {image});
    SUBCASE("Gemm") { b.output(b.node("Gemm", {flat, b.constant({30, 4}), b.constant({4})})); }
    SUBCASE("Gemm, transposed") {
        b.output(b.node("Gemm", {flat, b.constant({4, 30})}, {{"transB", std::int64_t{1}}}));
    }
    SUBCASE("MatMul behind Relu") {
        b.output(b.node("MatMul", {b.node("Relu", {flat}), b.constant({30, 4})}));
    }
    b.output(b.node("Identity", {flat}));  // the same in ONNX's order, to compute with by hand
    const onnx_model m = b.build();
    const lowered_model lowered = lower(m, {});
    const auto results = results_of(m);
    const node& product = m.nodes[m.nodes.size() - 2];
    const bool is_transposed = product.attributes.contains("transB");
    const std::vector<double> weights = numbers_of(*value_of(m, product.inputs[1]).constant);
    for (std::size_t o = 0; o < 4; ++o) {
        double sum =
            product.inputs.size() > 2 ? numbers_of(*value_of(m, product.inputs[2]).constant)[o] : 0;
        for (std::size_t k = 0; k < 30; ++k) {
            const double x =
                product.op_type == "MatMul" ? std::max(results[1][k], 0.0) : results[1][k];
            sum += x * weights[is_transposed ? o * 30 + k : k * 4 + o];
        }
        CHECK(results[0][o] == doctest::Approx(sum));
    }
    check_storage(lowered);
}

TEST_CASE("only one transpose is made for one value") {
    model_builder b;
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    SUBCASE("read twice") {
        b.output(b.node("Softmax", {image}));
        b.output(b.node("LogSoftmax", {image}));
    }
    SUBCASE("reshaped") {
        const value_id flat = b.node("Reshape", {image, b.integers({1, 6, 5})});
        b.output(b.node("Softmax", {flat}));
        b.output(b.node("Relu", {flat}));
    }
    CHECK(count_transposes(lower(b.build(), {})) == 1);
}

TEST_CASE("a Softmax over the channels of an image needs no transpose, over its width it does") {
    const auto lowered = [](std::int64_t axis) {
        model_builder b;
        const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
        b.output(b.node("Softmax", {image}, {{"axis", axis}}));
        const onnx_model m = b.build();
        const elements result = results_of(m)[0];
        double sum = 0;
        for (std::size_t k = 0; k < (axis == 1 ? 3u : 5u); ++k)
            sum += result[k * (axis == 1 ? 10 : 1)];
        CHECK(sum == doctest::Approx(1));
        return steps(lower(m, {}));
    };
    CHECK(lowered(1) == names{"conv", "softmax"});
    CHECK(lowered(3) == names{"conv", "transpose", "softmax"});
}

TEST_CASE("before version 13 a Softmax goes over all axes from its own on") {
    model_builder b;
    b.model.opsets[""] = 11;
    b.output(b.node("Softmax", {b.input({2, 3, 4})}, {}, 11));
    const elements result = results_of(b.build())[0];
    double sum = 0;
    for (std::size_t k = 0; k < 12; ++k) sum += result[k];
    CHECK(sum == doctest::Approx(1));
}

TEST_CASE("a sum brings its second operand into the order of the first") {
    model_builder b;
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    value_id other = absent;
    std::ptrdiff_t transposes = 0;
    SUBCASE("constant") { other = b.constant({3, 2, 5}); }
    SUBCASE("constant row") { other = b.constant({5}); }
    SUBCASE("another order") {
        other = b.node("Reshape", {b.input({1, 30}), b.integers({1, 3, 2, 5})});
        transposes = 1;
    }
    const value_id sum = b.node("Add", {image, other});
    b.output(sum);
    b.output(b.node("Identity", {image}));
    const onnx_model m = b.build();
    const lowered_model lowered = lower(m, {});
    const auto results = results_of(m);
    const shared_tensor constant = value_of(m, other).constant;
    for (std::size_t k = 0; k < 30; ++k) {
        const double pattern = static_cast<double>(k * 37 % 23) - 11;
        const double added =
            constant
                ? numbers_of(*constant)[k % static_cast<std::size_t>(element_count(constant->dims))]
                : pattern;
        CHECK(results[0][k] == doctest::Approx(results[1][k] + added));
    }
    CHECK(count_transposes(lowered) == transposes);
}

TEST_CASE("a scale for each channel does not turn an image, whichever operand it is") {
    model_builder b;
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    value_id factor = absent;
    SUBCASE("a constant") { factor = b.constant({3, 1, 1}, {2, 3, 4}); }
    SUBCASE("squeeze and excite") {
        factor = b.node("Sigmoid", {conv(b, b.node("GlobalAveragePool", {image}, {}, 1), 3)});
    }
    SUBCASE("another input") {
        factor = b.node("Reshape", {b.input({1, 3}), b.integers({1, 3, 1, 1})});
    }
    SUBCASE("without a batch") {
        factor = b.node("Reshape", {b.input({1, 3}), b.integers({3, 1, 1})});
    }
    b.output(b.node("Mul", {factor, image}));
    b.output(b.node("Mul", {image, factor}));
    b.output(b.node("Identity", {image}));
    b.output(b.node("Identity", {factor}));
    const onnx_model m = b.build();
    const auto results = results_of(m);
    CHECK(count_transposes(lower(m, {})) == 0);
    for (std::size_t k = 0; k < 30; ++k)
        CHECK(results[0][k] == doctest::Approx(results[2][k] * results[3][k / 10]));
    CHECK(results[0] == results[1]);
}

TEST_CASE("a Concat joins along the axis where that lies, all inputs in one order") {
    model_builder b;
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    const auto concat = [&](std::vector<value_id> parts, std::int64_t axis) {
        return b.node("Concat", parts, {{"axis", axis}});
    };
    std::int64_t axis = 1, place = 3;
    std::ptrdiff_t transposes = 0;
    value_id other = image;
    SUBCASE("channels") {}
    SUBCASE("rows") { axis = -2, place = 1; }
    SUBCASE("columns") { axis = 3, place = 2; }
    SUBCASE("a constant") { other = b.constant({1, 3, 2, 5}); }
    SUBCASE("another order") {
        other = b.node("Reshape", {b.input({1, 30}), b.integers({1, 3, 2, 5})});
        transposes = 1;
    }
    b.output(concat({image, other}, axis));
    b.output(b.node("Identity", {image}));
    b.output(b.node("Identity", {other}));
    const onnx_model m = b.build();
    const auto results = results_of(m);
    const lowered_model lowered = lower(m, {});
    const auto joined = std::find_if(
        lowered.nodes.begin(), lowered.nodes.end(),
        [](const lowered_node& n) { return std::holds_alternative<tigris::ops::concat>(n.op); });
    CHECK(std::get<tigris::ops::concat>(joined->op).axis == place);
    CHECK(count_transposes(lowered) == transposes);
    const std::size_t span = axis == 1 ? 30 : axis == -2 ? 10 : 5;
    for (std::size_t k = 0; k < 60; ++k)
        CHECK(results[0][k] == results[1 + k / span % 2][k / span / 2 * span + k % span]);
}

TEST_CASE("a Concat lies as it is wanted if one input does") {
    model_builder b;
    const value_id rows = b.node("Reshape", {b.input({1, 30}), b.integers({1, 3, 2, 5})});
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    b.output(conv(b, b.node("Concat", {rows, image}, {{"axis", std::int64_t{1}}}), 6));
    const lowered_model m = lower(b.build(), {});
    CHECK(count_transposes(m) == 1);
    CHECK(steps(m).back() == "conv");
}

TEST_CASE("a Concat of one is a copy, and empty constants are left out") {
    model_builder b;
    const value_id x = b.input({1, 4});
    const attributes axis{{"axis", std::int64_t{1}}};
    b.output(b.node("Concat", {x}, axis));
    const auto none = make_tensor(dtype::f32, {1, 0}, std::vector<double>{});
    b.output(b.node("Concat", {x, b.add_value("none", dtype::f32, {1, 0}, none), x}, axis));
    const onnx_model m = b.build();
    const lowered_model lowered = lower(m, {});
    CHECK(steps(lowered) == names{"convert", "concat"});
    CHECK(lowered.nodes[1].inputs.size() == 2);
    CHECK(results_of(m)[1] == elements{-11, 3, -6, 8, -11, 3, -6, 8});
}

TEST_CASE("a Concat of many is several") {
    model_builder b;
    const value_id x = b.input({1, 1});
    b.output(b.node("Concat", std::vector<value_id>(70, x), {{"axis", std::int64_t{0}}}));
    const onnx_model m = b.build();
    CHECK(steps(lower(m, {})) == names{"concat", "concat", "concat"});
    CHECK(results_of(m)[0] == elements(70, -11));
}

TEST_CASE("a Pad follows its axes") {
    model_builder b;
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    b.output(b.node("Pad", {image, b.integers({0, 0, 1, 2, 0, 0, 3, 4}), b.constant({}, {7})}));
    const lowered_model m = lower(b.build(), {});
    CHECK(output_dims(m) == extents{1, 6, 11, 3});
    CHECK(steps(m) == names{"conv", "pad"});
}

TEST_CASE("reshapes are merged, and cost nothing") {
    model_builder b;
    const value_id x = b.input({1, 12});
    const value_id once = b.node("Reshape", {x, b.integers({1, 3, 4})});
    const value_id twice = b.node("Reshape", {once, b.integers({2, 6})});
    b.output(b.node("Relu", {twice}));
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m) == names{"reshape", "convert"});
    CHECK(m.nodes[0].inputs[0] == m.inputs[0]);
}

TEST_CASE("outputs that share memory with an input, a constant or each other are copies") {
    model_builder b;
    const value_id x = b.input({1, 4});
    SUBCASE("an input") { b.output(x); }
    SUBCASE("a reshaped input") { b.output(b.node("Reshape", {x, b.integers({2, 2})})); }
    SUBCASE("a constant") { b.output(b.constant({4})); }
    SUBCASE("one value twice") {
        const value_id y = b.node("Relu", {x});
        b.output(y);
        b.output(y);
    }
    SUBCASE("a value and its reshaped self") {
        const value_id y = b.node("Relu", {x});
        b.output(b.node("Reshape", {y, b.integers({2, 2})}));
        b.output(y);
    }
    const lowered_model m = lower(b.build(), {});
    check_storage(m);
    CHECK(steps(m).back() == "convert");
    CHECK(m.outputs.size() == b.model.outputs.size());
}

TEST_CASE("a transposed output is renamed, not copied") {
    model_builder b;
    const value_id image = conv(b, b.input({1, 3, 2, 5}), 3);
    const value_id y = b.node("Transpose", {image}, {{"perm", extents{0, 2, 3, 1}}});
    b.output(y);
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m) == names{"conv"});
    const auto t = static_cast<std::size_t>(m.outputs[0]);
    CHECK(m.tensor_names[t] == value_of(b.model, y).name);
    CHECK(m.tensors[t].onnx_axis[1] == 1);
}

TEST_CASE("only what holds a value of the file has its name") {
    model_builder b;
    const value_id y = b.node("Gemm", {b.input({2, 3}), b.constant({3, 4}), b.constant({2, 4})});
    b.output(y);
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m) == names{"gemm", "binary"});
    CHECK(std::count(m.tensor_names.begin(), m.tensor_names.end(), value_of(b.model, y).name) == 1);
}

TEST_CASE("what 16 bits cannot number is not supported") {
    model_builder b;
    value_id x = b.input({1, 4});
    SUBCASE("tensors and steps") {
        for (int i = 0; i < 16384; ++i) x = b.node("Relu", {x});
    }
    SUBCASE("edges") {
        for (int i = 0; i < 11000; ++i) x = b.node("Add", {x, b.model.inputs[0]});
    }
    b.output(x);
    const onnx_model m = b.build();
    CHECK(verdict_of([&] { lower(m, {}); }).says(outcome::unsupported, "16 bits"));
}

TEST_CASE("equal constants are one") {
    model_builder b;
    const value_id x = b.input({1, 3, 4, 5});
    b.output(b.node("Conv", {x, b.constant({3, 3, 1, 1})}));
    b.output(b.node("Conv", {x, b.constant({3, 3, 1, 1})}));
    b.output(b.node("Conv", {x, b.constant({3, 3, 1, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9})}));
    CHECK(lower(b.build(), {}).constants.size() == 2);
}

TEST_CASE("what cannot be lowered is a diagnostic") {
    model_builder b;
    SUBCASE("four spatial axes") {
        b.output(b.node("Conv", {b.input({1, 3, 4, 5, 6, 2}), b.constant({3, 3, 1, 1, 1, 1})}));
    }
    SUBCASE("half precision") { b.output(b.node("Identity", {b.input({4}, dtype::f16)})); }
    CHECK_THROWS_AS(lower(b.build(), {}), failure);
}
