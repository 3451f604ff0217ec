// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/trim_output_transpose.hpp>

#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;

namespace {

value_id transposed(model_builder& b, value_id x) {
    return b.node("Transpose", {x}, {{"perm", extents{0, 2, 1}}});
}

std::string name_in(const model_builder& b, value_id v) { return value_of(b.model, v).name; }

onnx_model trimmed(model_builder& b, value_id output) {
    onnx_model m = b.build();
    const captured_notes unread;
    trim_output_transpose(m, {name_in(b, output)});
    return m;
}

verdict verdict_of_trimming(model_builder& b, const std::string& name) {
    onnx_model m = b.build();
    return verdict_of([&] { trim_output_transpose(m, {name}); });
}

}  // namespace

TEST_CASE("an output that is named comes as it is before its Transpose, and a note says so") {
    model_builder b;
    const value_id y = transposed(b, b.node("Relu", {b.input({1, 2, 3})}));
    b.output(y);
    onnx_model m = b.build();
    captured_notes notes;
    trim_output_transpose(m, {name_in(b, y)});
    CHECK(notes.take() ==
          "onnx2hpp: note: output 'Transpose_1' is not transposed: its shape is [1, 2, 3], not [1, "
          "3, 2]\n");
    CHECK(op_types(m) == names{"Relu"});
    CHECK(m.outputs == std::vector<value_id>{y});
    CHECK(value_of(m, y).dims == extents{1, 2, 3});
}

TEST_CASE("nobody asks: it stays") {
    model_builder b;
    b.output(transposed(b, b.node("Relu", {b.input({1, 2, 3})})));
    onnx_model m = b.build();
    run_passes(m, {});
    CHECK(op_types(m) == names{"Relu", "Transpose"});
}

TEST_CASE("others read what is before the Transpose; an input stays one") {
    model_builder b;
    SUBCASE("a result") {
        const value_id x = b.node("Relu", {b.input({1, 2, 3})});
        b.output(b.node("Neg", {x}));
        b.output(transposed(b, x));
        const onnx_model m = trimmed(b, b.model.outputs[1]);
        CHECK(op_types(m) == names{"Relu", "Neg"});
        CHECK(m.nodes[0].outputs[0] == m.outputs[1]);
    }
    SUBCASE("an input") {
        b.output(transposed(b, b.input({1, 2, 3})));
        CHECK(op_types(trimmed(b, b.model.outputs[0])) == names{"Identity"});
    }
}

TEST_CASE("through quantization and activations, which do the same to every element") {
    model_builder b;
    const value_id x = b.node("Sigmoid", {b.input({1, 2, 3})});
    const value_id y = b.rounded(b.node("Relu", {transposed(b, x)}), 0.02f, -100);
    b.output(y);
    onnx_model whole = b.build();
    run_passes(whole, {});
    const elements before = results_of(whole)[0];
    onnx_model m = trimmed(b, y);
    CHECK(op_types(m) == names{"Sigmoid", "Relu", "QuantizeLinear", "DequantizeLinear"});
    for (const node& n : m.nodes) CHECK(value_of(m, n.outputs[0]).dims == extents{1, 2, 3});
    run_passes(m, {});
    const elements after = results_of(m)[0];
    for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            CHECK(after[row * 3 + column] == before[column * 2 + row]);
}

TEST_CASE("refused: no such output, no Transpose, and one that others need") {
    model_builder b;
    const value_id x = b.node("Relu", {b.input({1, 2, 3})});
    SUBCASE("no such output") {
        b.output(x);
        CHECK(verdict_of_trimming(b, "Z").says(
            bad, "--trim-output-transpose 'Z': the model has no output of this name"));
    }
    SUBCASE("no Transpose") {
        b.output(x);
        CHECK(verdict_of_trimming(b, "Relu_0").says(bad, "no Transpose is before this output"));
    }
    SUBCASE("an input") {
        b.output(b.model.inputs[0]);
        CHECK(verdict_of_trimming(b, "x0").says(bad, "no Transpose is before this output"));
    }
    SUBCASE("behind something else") {
        b.output(b.node("Softmax", {transposed(b, x)}));
        CHECK(verdict_of_trimming(b, "Softmax_2").says(bad, "no Transpose is before"));
    }
    SUBCASE("none, and read by a node") {
        b.output(x);
        b.output(b.node("Neg", {x}));
        CHECK(verdict_of_trimming(b, "Relu_0").says(bad, "no Transpose is before this output"));
    }
    SUBCASE("read by a node") {
        b.output(transposed(b, x));
        b.output(b.node("Neg", {b.model.outputs[0]}));
        CHECK(verdict_of_trimming(b, "Transpose_1").says(bad, "is read elsewhere, too"));
    }
    SUBCASE("before an activation, too") {
        const value_id y = transposed(b, x);
        b.output(b.node("Relu", {y}));
        b.output(y);
        CHECK(verdict_of_trimming(b, "Relu_2").says(bad, "is read elsewhere, too"));
    }
    SUBCASE("an output twice") {
        b.output(transposed(b, x));
        b.output(b.model.outputs[0]);
        CHECK(verdict_of_trimming(b, "Transpose_1").says(bad, "is read elsewhere, too"));
    }
}
