// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps.hpp"

#include <tigris/ops/list.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace verify;
using tigris::dtype;

namespace {

constexpr tigris::quantization unit{0.5f, 0};

/// ONNX has DequantizeLinear, Reshape, QuantizeLinear, DequantizeLinear. The tool quantizes before
/// it reshapes, so that no tensor of ONNX is called "moved".
constexpr tigris::graph<4, 3, 6> graph{
    .tensors = {{.kind = tigris::tensor_kind::input,
                 .type = dtype::i8,
                 .dims = {1, {2}},
                 .quant = {0.25f, 0}},
                {.kind = tigris::tensor_kind::activation,
                 .type = dtype::i8,
                 .dims = {1, {2}},
                 .quant = unit},
                {.kind = tigris::tensor_kind::activation,
                 .type = dtype::i8,
                 .dims = {2, {1, 2}},
                 .quant = unit,
                 .onnx_axis = {0, 1}},
                {.kind = tigris::tensor_kind::output,
                 .type = dtype::f32,
                 .dims = {2, {1, 2}},
                 .onnx_axis = {0, 1}}},
    .nodes = {{tigris::ops::kind_of<tigris::ops::convert>, 0, 0, 1, 1, 1},
              {tigris::ops::kind_of<tigris::ops::reshape>, 0, 2, 1, 3, 1},
              {tigris::ops::kind_of<tigris::ops::convert>, 1, 4, 1, 5, 1}},
    .edges = {0, 1, 1, 2, 2, 3}};
constexpr const char* tensor_names[]{"x", "moved", "shaped", "y"};
constexpr const char* step_kinds[]{"convert", "reshape", "convert"};

/// What the first step makes. The reshape is no step of a plan: its result is the same memory.
std::int8_t codes[2];
float reals[2];

void run_observed(observe observer, void* context) {
    observer(context, {0, 1, graph.tensors[1], codes});
    for (int i = 0; i < 2; ++i) reals[i] = float(codes[i]) * unit.scale;
    observer(context, {2, 3, graph.tensors[3], reals});
}

template <class T>
array shaped(const char* name, dtype type, std::initializer_list<T> values) {
    const auto* bytes = reinterpret_cast<const std::byte*>(values.begin());
    return {name, type, {1, 2}, {bytes, bytes + values.size() * sizeof(T)}};
}

model_under_test observed(tigris::graph_view graph, tigris::view<const char* const> names,
                          tigris::view<const char* const> kinds,
                          decltype(model_under_test::run_observed) run,
                          tigris::view<const axes> step_axes = {}) {
    return {.graph = graph,
            .tensor_names = names,
            .step_kinds = kinds,
            .step_axes = step_axes,
            .inputs = {},
            .outputs = {},
            .input_buffers = {},
            .output_buffers = {},
            .run = nullptr,
            .run_observed = run,
            .targets = {}};
}

/// Where the reference's codes are 3 and 4.
step_report report_of(std::int8_t first, std::int8_t second) {
    codes[0] = first, codes[1] = second;
    const model_under_test model =
        observed(graph.all(), {tensor_names, 4}, {step_kinds, 3}, run_observed);
    step_report report;
    run_steps(model,
              {{"shaped", shaped<std::int8_t>("shaped", dtype::i8, {3, 4})},
               {"y", shaped<float>("y", dtype::f32, {1.5f, 2})}},
              report);
    return report;
}

/// The same where nothing but floats has a reference, and these are no output.
step_report report_of_floats(std::int8_t first) {
    static constexpr auto inner = [] {
        auto made = graph;
        made.tensors[3].kind = tigris::tensor_kind::activation;
        return made;
    }();
    codes[0] = first, codes[1] = 4;
    const model_under_test model =
        observed(inner.all(), {tensor_names, 4}, {step_kinds, 3}, run_observed);
    step_report report;
    report.without_reference.insert("shaped");
    run_steps(model, {{"y", shaped<float>("y", dtype::f32, {1.5f, 2})}}, report);
    return report;
}

/// One float, whatever type it has in ONNX: a sum of codes is an integer there.
constexpr tigris::graph<2, 1, 2> sum{
    .tensors = {{.kind = tigris::tensor_kind::input, .dims = {1, {1}}},
                {.kind = tigris::tensor_kind::output, .dims = {1, {1}}}},
    .nodes = {{tigris::ops::kind_of<tigris::ops::unary>, 0, 0, 1, 1, 1}},
    .edges = {0, 1}};

float made_sum = 0;

void run_sum(observe observer, void* context) {
    float made = made_sum;
    observer(context, {0, 1, sum.tensors[1], &made});
}

template <class T>
bool is_right(float made, T reference, dtype type) {
    made_sum = made;
    static constexpr const char* names[]{"x", "y"};
    static constexpr const char* kinds[]{"unary"};
    const model_under_test model = observed(sum.all(), {names, 2}, {kinds, 1}, run_sum);
    step_report report;
    const auto* bytes = reinterpret_cast<const std::byte*>(&reference);
    run_steps(model, {{"y", {"y", type, {1}, {bytes, bytes + sizeof reference}}}}, report);
    return report.kinds.at("unary (float)").within;
}

/// Codes that get another scale before they move. ONNX has them behind the move only: the tool
/// moved the step before it.
constexpr tigris::graph<3, 2, 4> rescaled_before(std::uint8_t move, tigris::tensor codes,
                                                 tigris::shape behind) {
    codes.type = dtype::i8;
    tigris::tensor input = codes;
    input.kind = tigris::tensor_kind::input;
    input.quant = {0.25f, 0};
    const tigris::tensor output{
        .kind = tigris::tensor_kind::output, .type = dtype::i8, .dims = behind, .quant = unit};
    codes.quant = unit;
    return {.tensors = {input, codes, output},
            .nodes = {{tigris::ops::kind_of<tigris::ops::convert>, 0, 0, 1, 1, 1},
                      {move, 0, 2, 1, 3, 1}},
            .edges = {0, 1, 1, 2}};
}

/// An image of two pixels and two channels, which ONNX has as a list only.
constexpr tigris::graph<3, 2, 4> flattened = rescaled_before(
    tigris::ops::kind_of<tigris::ops::reshape>,
    {.kind = tigris::tensor_kind::activation, .dims = {4, {1, 1, 2, 2}}, .onnx_axis = {0, 2, 3, 1}},
    {1, {4}});

std::int8_t pixels[4];

void run_flattened(observe observer, void* context) {
    observer(context, {0, 1, flattened.tensors[1], pixels});
}

/// Whether pixels (1, 20), (30, 40) agree with a list, and what the next step gets then.
bool agree_with(std::initializer_list<std::int8_t> list) {
    static constexpr const char* names[]{"x", "moved", "list"};
    static constexpr const char* kinds[]{"convert", "reshape"};
    std::copy_n(std::initializer_list<std::int8_t>{1, 20, 30, 40}.begin(), 4, pixels);
    const model_under_test model = observed(flattened.all(), {names, 3}, {kinds, 2}, run_flattened);
    step_report report;
    run_steps(model, {{"list", shaped<std::int8_t>("list", dtype::i8, list)}}, report);
    return report.kinds.at("requantize").within;
}

/// Two rows of three codes, which ONNX has as three rows of two only.
constexpr tigris::graph<3, 2, 4> turned =
    rescaled_before(tigris::ops::kind_of<tigris::ops::transpose>,
                    {.kind = tigris::tensor_kind::activation, .dims = {2, {2, 3}}}, {2, {3, 2}});

std::int8_t rows[6];

void run_turned(observe observer, void* context) {
    observer(context, {0, 1, turned.tensors[1], rows});
}

/// Whether rows 1, 2, 3 and 4, 5, 6 agree with a reference of three rows.
bool agree_with_columns(std::initializer_list<std::int8_t> columns) {
    static constexpr const char* names[]{"x", "moved", "turned"};
    static constexpr const char* kinds[]{"convert", "transpose"};
    static constexpr axes order[]{{0, 1}, {1, 0}};
    for (int i = 0; i < 6; ++i) rows[i] = std::int8_t(i + 1);
    const model_under_test model =
        observed(turned.all(), {names, 3}, {kinds, 2}, run_turned, {order, 2});
    array reference = shaped<std::int8_t>("turned", dtype::i8, columns);
    reference.dims = {3, 2};
    step_report report;
    run_steps(model, {{"turned", reference}}, report);
    return report.kinds.at("requantize").within;
}

}  // namespace

TEST_CASE("a step that was moved across a transpose is judged in its own order") {
    CHECK(agree_with_columns({1, 4, 2, 6, 3, 6}));
    CHECK(std::vector<int>(rows, rows + 6) == std::vector<int>{1, 2, 3, 4, 6, 6});
    CHECK_FALSE(agree_with_columns({1, 4, 2, 7, 3, 6}));
    CHECK_FALSE(agree_with_columns({1, 2, 3, 4, 5, 6}));
}

TEST_CASE("an image that the reference has as a list is judged in the list's order") {
    CHECK(agree_with({2, 30, 20, 40}));  // channel by channel, as ONNX has it
    CHECK(std::vector<int>(pixels, pixels + 4) == std::vector<int>{2, 20, 30, 40});
    CHECK(agree_with({2, 20, 30, 40}));  // pixel by pixel, behind a transpose
    CHECK(std::vector<int>(pixels, pixels + 4) == std::vector<int>{2, 20, 30, 40});
    CHECK_FALSE(agree_with({3, 30, 20, 40}));
    CHECK_FALSE(agree_with({20, 2, 30, 40}));
}

TEST_CASE("a step that was moved across a reshape is judged behind it, in codes") {
    const step_report tie = report_of(3, 5);
    CHECK(tie.kinds.at("requantize").within);
    CHECK(tie.kinds.at("requantize").equal == 1);
    CHECK(tie.kinds.at("dequantize").equal == 2);
    CHECK(tie.without_reference.empty());
    CHECK_FALSE(report_of(3, 6).kinds.at("requantize").within);
}

TEST_CASE("integers of the reference that are floats here must be equal, however large they are") {
    constexpr std::int32_t large = 1 << 22;
    CHECK(is_right(large, large, dtype::i32));
    CHECK_FALSE(is_right(large, large + 1, dtype::i32));
}

TEST_CASE("a step's reference of half floats was rounded") {
    constexpr std::uint16_t eight = 0x4800;
    CHECK(is_right(8.01f, eight, dtype::f16));
    CHECK_FALSE(is_right(8.05f, eight, dtype::f16));
    CHECK_FALSE(is_right(8.01f, 8.0f, dtype::f32));
}

TEST_CASE("floats of codes without a reference are judged in codes") {
    CHECK(report_of_floats(4).kinds.at("dequantize").within);
    CHECK_FALSE(report_of_floats(5).kinds.at("dequantize").within);
}
