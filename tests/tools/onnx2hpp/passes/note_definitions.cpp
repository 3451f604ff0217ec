// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/note_definitions.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// What all passes say about a model.
std::string notes_of(model_builder& b, tigris::rounding rounds = tigris::rounding::nearest) {
    onnx_model m = b.build();
    options wanted;
    wanted.rounds = rounds;
    wanted.edges = edge_types::quantized;  // float edges are told, too
    captured_notes notes;
    run_passes(m, wanted);
    return notes.take();
}

std::string notes_of_lstm(float clip) {
    model_builder b;
    const std::vector<value_id> inputs{b.input({2, 1, 3}), b.constant({1, 8, 3}),
                                       b.constant({1, 8, 2})};
    for (int k = 0; k < 2; ++k) b.output(b.node("LSTM", inputs, {{"clip", clip}}, 14));
    return notes_of(b);
}

std::string notes_of_resize(double scale, const std::string& coordinates) {
    model_builder b;
    const value_id none = b.constant({0}, {}), scales = b.constant({4}, {1, 1, 1, scale});
    b.output(
        b.node("Resize", {b.input({1, 1, 3, 6}), none, scales},
               {{"mode", std::string("linear")}, {"coordinate_transformation_mode", coordinates}}));
    return notes_of(b);
}

std::string notes_of_pad(const std::string& mode, const extents& pads) {
    model_builder b;
    b.output(b.node("Pad", {b.input({2, 3}), b.integers(pads)}, {{"mode", mode}}, 19));
    return notes_of(b);
}

/// An average of int8 codes of scale 0.3; the scale of its results is `scale`.
std::string notes_of_average(const std::string& op_type, float scale,
                             tigris::rounding rounds = tigris::rounding::nearest) {
    model_builder b;
    const value_id x = b.rounded(b.input({1, 1, 2, 2}), 0.3f, 3);
    attributes held;
    if (op_type != "GlobalAveragePool") held["kernel_shape"] = extents{2, 2};
    b.output(b.quantize(b.node(op_type, {x}, held), scale, 3));
    return notes_of(b, rounds);
}

std::string notes_of_window(const extents& dims, const extents& kernel, attributes held = {},
                            float scale = 0.3f) {
    model_builder b;
    held["kernel_shape"] = kernel;
    const value_id x = b.rounded(b.input(dims), scale, 3);
    b.output(b.quantize(b.node("AveragePool", {x}, held), scale, 3));
    return notes_of(b);
}

}  // namespace

TEST_CASE("an LSTM that clips is noted once, with its node and the number of others") {
    const std::string said = notes_of_lstm(0.5f);
    CHECK(has(said, "node 'LSTM_0' and 1 more: clip bounds the cell state"));
    CHECK(said.find("clip") == said.rfind("clip"));
    CHECK(notes_of_lstm(0) == "");
}

TEST_CASE("corners that are aligned to a fraction are noted") {
    CHECK(has(notes_of_resize(0.6, "align_corners"), "node 'Resize_0': corners are aligned"));
    CHECK(notes_of_resize(0.5, "align_corners") == "");
    CHECK(notes_of_resize(0.6, "half_pixel") == "");
}

TEST_CASE("an axis that is cropped and not resized is noted") {
    const auto notes_of_crop = [](std::vector<double> region, double scale) {
        model_builder b;
        const value_id regions = b.constant({4}, region), scales = b.constant({2}, {scale, 2});
        b.output(b.node("Resize", {b.input({3, 4}), regions, scales},
                        {{"mode", std::string("nearest")},
                         {"coordinate_transformation_mode", std::string("tf_crop_and_resize")}}));
        return notes_of(b);
    };
    CHECK(has(notes_of_crop({0.2, 0, 0.8, 1}, 1), "node 'Resize_0': an axis whose scale is 1"));
    CHECK(notes_of_crop({0.2, 0, 0.8, 1}, 2) == "");
    CHECK(notes_of_crop({0, 0.2, 1, 0.8}, 1) == "");
}

TEST_CASE("a Pad that wraps around more than once is noted") {
    CHECK(has(notes_of_pad("wrap", {0, 4, 0, 0}), "node 'Pad_0': pads wrap around"));
    CHECK(has(notes_of_pad("wrap", {0, 0, 3, 0}), "pads wrap around"));
    CHECK(notes_of_pad("wrap", {2, 3, 2, 3}) == "");
    CHECK(notes_of_pad("edge", {0, 4, 0, 0}) == "");
}

TEST_CASE("an unpooling to other extents than its window gives is noted") {
    const auto notes_of_unpool = [](const extents& to) {
        model_builder b;
        const value_id x = b.input({1, 1, 2, 2});
        const value_id places = b.constant({1, 1, 2, 2}, {0, 2, 8, 10}, tigris::dtype::i64);
        b.output(b.node("MaxUnpool", {x, places, b.integers(to)},
                        {{"kernel_shape", extents{2, 2}}, {"strides", extents{2, 2}}}));
        return notes_of(b);
    };
    CHECK(has(notes_of_unpool({1, 1, 4, 5}), "node 'MaxUnpool_0': its indices count"));
    CHECK(notes_of_unpool({1, 1, 4, 4}) == "");
}

TEST_CASE("averages of codes are noted where a tie can be") {
    for (const char* op_type : {"AveragePool", "GlobalAveragePool"}) {
        CHECK(has(notes_of_average(op_type, 0.3f), "averages halfway between two codes"));
        CHECK(notes_of_average(op_type, 0.25f) == "");
        CHECK(notes_of_average(op_type, 0.3f, tigris::rounding::tflite) == "");
    }
    CHECK(notes_of_average("MaxPool", 0.3f) == "");
}

TEST_CASE("averages of odd numbers of codes, and by powers of 2, are not noted") {
    const attributes padded{{"pads", extents{1, 1, 1, 1}}};
    attributes counted = padded;
    counted["count_include_pad"] = std::int64_t{1};
    CHECK(notes_of_window({1, 1, 5, 3}, {5, 3}) == "");
    CHECK(has(notes_of_window({1, 1, 5, 4}, {5, 4}), "averages"));
    CHECK(has(notes_of_window({1, 1, 5, 5}, {3, 3}, padded), "averages"));  // 2 in corners
    CHECK(notes_of_window({1, 1, 5, 5}, {3, 3}, counted) == "");
    CHECK(notes_of_window({1, 1, 5, 4}, {5, 4}, {}, 0.25f) == "");
}
