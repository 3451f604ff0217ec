// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/stream.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <tigris/model/state.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/contains.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/random.hpp>
#include <helpers/seeds.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

#include <map>
#include <optional>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using tigris::test::random_numbers;
using tigris::test::seeds;

lowered_model lowered(model_builder& b, value_id result, const options& wanted = {}) {
    b.output(result);
    onnx_model m = b.build();
    run_passes(m, wanted);
    return lower(m, wanted);
}

/// A network over [1, channels, rows], drawn layer by layer, of floats or of codes.
struct random_window {
    random_numbers r;
    model_builder b;
    std::int64_t channels = r.between(1, 3), rows = r.between(14, 30);
    value_id top = b.input({1, channels, rows});
    int padding = r.between(0, 4);  // 0 and 1: none, 2: before the first row, 3 and 4: any
    bool has_codes = r.chance(3);

    explicit random_window(int seed) : r(std::uint64_t(seed) + 77) { round(); }

    value_id decoded(value_id codes, double scale, double zero_point) {
        return b.node("DequantizeLinear", {codes, b.constant({}, {scale}),
                                           b.constant({}, {zero_point}, tigris::dtype::i8)});
    }

    value_id weights(const extents& dims) {
        std::vector<double> numbers;
        for (std::int64_t i = 0; i < element_count(dims); ++i) numbers.push_back(r.between(-3, 3));
        if (!has_codes) return b.constant(dims, numbers);
        return decoded(b.constant(dims, numbers, tigris::dtype::i8), 0.25, 0);
    }

    /// The top as codes show it, whose zero point is not 0.
    void round() {
        if (!has_codes) return;
        const double scale = r.between(1, 8) / 8.0;
        const double zero_point = r.between(-9, 9);
        const value_id codes =
            b.node("QuantizeLinear",
                   {top, b.constant({}, {scale}), b.constant({}, {zero_point}, tigris::dtype::i8)});
        top = decoded(codes, scale, zero_point);
    }

    void conv() {
        const std::int64_t kernel = r.between(1, 3), dilation = r.between(1, 2);
        const std::int64_t stride = r.chance(5) ? 2 : 1, reach = (kernel - 1) * dilation;
        if (padding < 2 && rows - reach < 5) return;
        const std::int64_t before = padding < 2    ? 0
                                    : padding == 2 ? reach
                                                   : r.between(0, int(reach));
        const std::int64_t after = padding < 3 ? 0 : r.between(0, int(reach));
        const bool depthwise = r.chance(3);
        const std::int64_t outputs = depthwise ? channels : r.between(1, 3);
        top = b.node("Conv", {top, weights({outputs, depthwise ? 1 : channels, kernel})},
                     {{"dilations", extents{dilation}},
                      {"strides", extents{stride}},
                      {"group", depthwise ? channels : 1},
                      {"pads", extents{before, after}}});
        channels = outputs, rows = (rows + before + after - reach - 1) / stride + 1;
    }

    void pool() {
        if (rows < 8) return;
        const std::int64_t stride = r.between(1, 2), before = padding < 2 ? 0 : r.between(0, 1);
        const std::int64_t after = padding < 3 ? 0 : r.between(0, 1);
        top = b.node(r.chance(2) ? "MaxPool" : "AveragePool", {top},
                     {{"kernel_shape", extents{2}},
                      {"strides", extents{stride}},
                      {"pads", extents{before, after}}});
        rows = (rows + before + after - 2) / stride + 1;
    }

    /// A convolution beside what it reads, of which the first rows are left out.
    void residual() {
        if (rows < 8) return;
        const value_id made = b.node("Conv", {top, weights({channels, channels, 3})});
        const std::int64_t from = r.between(0, 2);
        const value_id rest = b.node(
            "Slice", {top, b.integers({from}), b.integers({from + rows - 2}), b.integers({2})});
        top = b.node("Add", {made, rest});
        rows -= 2;
    }

    void join() {
        const value_id other = b.node("Conv", {top, weights({2, channels, 1})});
        top = b.node("Concat", {top, other}, {{"axis", std::int64_t(1)}});
        channels += 2;
    }

    /// Rows of a border before the first one, or some rows less.
    void pad() {
        const std::int64_t before = padding < 2 ? -r.between(0, 2) : r.between(-2, 2);
        if (rows + before < 5) return;
        top = b.node("Pad", {top, b.integers({0, 0, before, 0, 0, 0})});
        rows += before;
    }

    /// By a number for each channel, or, with more work, for each row.
    void scale_channels() {
        top = b.node("Mul", {top, weights({1, channels, r.chance(6) ? rows : 1})});
    }

    void finish() {
        switch (r.between(0, 3)) {
            case 0: return;
            case 1: top = b.node("GlobalAveragePool", {top}); return;
            case 2: {
                const value_id flat = b.node("Flatten", {top});
                top = b.node("Gemm", {flat, weights({channels * rows, 2})});
                return;
            }
            default:
                top = b.node("Slice",
                             {top, b.integers({rows - 1}), b.integers({rows}), b.integers({2})});
        }
    }

    lowered_model make() {
        for (int layers = r.between(1, 5); layers > 0; --layers) {
            switch (r.between(0, 7)) {
                case 0: pool(); break;
                case 1: residual(); break;
                case 2: top = b.node("Relu", {top}); break;
                case 3: join(); break;
                case 4: pad(); break;
                case 5: scale_channels(); break;
                default: conv();
            }
            round();
        }
        finish();
        round();
        return lowered(b, top);
    }
};

/// Runs of a moving model beside those of the whole window.
struct window_runs {
    const lowered_model& whole;
    const lowered_model& moving;
    random_numbers r;
    std::size_t row = std::size_t(tigris::rows_of(tensor_at(whole, whole.inputs[0]).dims).channels);
    elements window = elements(row * std::size_t(moving.stream_window));
    std::vector<elements> states{};

    window_runs(const lowered_model& from, const lowered_model& made, int seed)
        : whole(from), moving(made), r(std::uint64_t(seed)) {
        for (std::size_t s = 0; s < moving.state_count; ++s)
            states.emplace_back(element_count(tensor_at(moving, moving.inputs[1 + s])));
    }

    elements run() {
        elements fresh(row * std::size_t(moving.stream_frames));
        for (double& item : fresh) item = r.between(-9, 9);
        window.erase(window.begin(), window.begin() + std::ptrdiff_t(fresh.size()));
        window.insert(window.end(), fresh.begin(), fresh.end());
        std::vector<elements> inputs{fresh};
        inputs.insert(inputs.end(), states.begin(), states.end());
        std::vector<elements> all = interpret(moving, inputs);
        for (std::size_t s = 0; s < states.size(); ++s)
            states[s] = all[std::size_t(moving.outputs[1 + s])];
        return all[std::size_t(moving.outputs[0])];
    }

    /// The last rows of the whole window's output, as many elements as are given.
    elements wanted(std::size_t count) const {
        const elements all = interpret(whole, {window})[std::size_t(whole.outputs[0])];
        return {all.end() - std::ptrdiff_t(count), all.end()};
    }
};

/// Whether all runs give what the whole window does, once it is full.
bool agrees(const lowered_model& whole, const lowered_model& moving, int seed, int runs) {
    window_runs both(whole, moving, seed);
    const tigris::stream stream{moving.stream_frames, moving.stream_window};
    for (int k = 1; k <= runs; ++k) {
        const elements made = both.run();
        if (k >= stream.runs_to_fill() && made != both.wanted(made.size())) return false;
    }
    return true;
}

std::int64_t kept_bytes(const lowered_model& moving) {
    std::int64_t bytes = 0;
    for (std::size_t s = 0; s < moving.state_count; ++s)
        bytes += tigris::bytes_of(tensor_at(moving, moving.inputs[1 + s]));
    return bytes;
}

std::string refusal_of(const lowered_model& whole, int frames,
                       std::optional<std::int64_t> most_kept = std::nullopt) {
    try {
        with_stream(whole, frames, most_kept);
        return "";
    } catch (const failure& f) {
        return f.what();
    }
}

value_id conv_of(model_builder& b, value_id x, std::int64_t kernel, const extents& pads,
                 std::int64_t stride = 1) {
    return b.node("Conv", {x, b.constant({2, 2, kernel})},
                  {{"pads", pads}, {"strides", extents{stride}}});
}

}  // namespace

TEST_CASE("random networks give the outputs of the whole window") {
    const captured_notes notes;
    int moving = 0, refused = 0;
    for (int seed = 0; seed < seeds(400); ++seed) {
        const lowered_model whole = random_window(seed).make();
        const int frames = 1 + seed % 4;
        if (!refusal_of(whole, frames).empty()) {
            ++refused;
            continue;
        }
        ++moving;
        CHECK_MESSAGE(agrees(whole, with_stream(whole, frames), seed, 60), "seed ", seed);
    }
    MESSAGE(moving, " networks move, ", refused, " are refused");
    CHECK(moving > refused / 2);
}

TEST_CASE("rows that need not be kept are computed again, to the same outputs") {
    const captured_notes notes;
    int fewer = 0;
    for (int seed = 0; seed < seeds(400); ++seed) {
        const lowered_model whole = random_window(seed).make();
        const int frames = 1 + seed % 4;
        if (!refusal_of(whole, frames).empty()) continue;
        const std::int64_t all = kept_bytes(with_stream(whole, frames));
        const std::int64_t most = all - 1 - seed % 20;
        if (!refusal_of(whole, frames, most).empty()) continue;
        ++fewer;
        const lowered_model moving = with_stream(whole, frames, most);
        CHECK(kept_bytes(moving) <= most);
        CHECK_MESSAGE(agrees(whole, moving, seed, 60), "seed ", seed);
    }
    MESSAGE(fewer, " networks keep fewer rows");
    CHECK(fewer > seeds(400) / 40);
}

TEST_CASE("rows near padding on both ends are made in each run, those between are kept") {
    captured_notes notes;
    model_builder b;
    const value_id first = b.node("Relu", {conv_of(b, b.input({1, 2, 30}), 3, {1, 1})});
    const value_id second = conv_of(b, conv_of(b, first, 3, {1, 1}), 3, {1, 1});
    const lowered_model whole = lowered(b, b.node("GlobalAveragePool", {second}));
    const lowered_model most = with_stream(whole, 1);
    CHECK(contains(notes.take(), "takes 180 multiply-accumulates, 16.7 % of"));  // 3 + 5 + 7 rows
    CHECK(kept_bytes(most) == 4 * 2 * (30 + 28 + 26 + 24));
    const lowered_model least = with_stream(whole, 1, 480);
    CHECK(contains(notes.take(), "takes 252 multiply-accumulates, 23.3 % of"));  // 7 + 7 + 7 rows
    CHECK(kept_bytes(least) == 4 * 2 * (30 + 3 + 3 + 24));
    CHECK(agrees(whole, most, 1, 60));
    CHECK(agrees(whole, least, 1, 60));
    CHECK(contains(refusal_of(whole, 1, 64), "at least 480 bytes of rows must be kept"));
}

TEST_CASE("a comparison sees a row that is missing") {
    const captured_notes notes;
    model_builder b;
    const lowered_model whole =
        lowered(b, conv_of(b, conv_of(b, b.input({1, 2, 12}), 3, {0, 0}), 2, {0, 0}));
    lowered_model moving = with_stream(whole, 1);
    CHECK(agrees(whole, moving, 1, 200));
    moving.stream_window -= 2;  // valid too early
    CHECK(!agrees(whole, moving, 1, 200));
}

TEST_CASE("rows that later runs read are states, and no others") {
    const captured_notes notes;
    model_builder b;
    const value_id first = conv_of(b, b.input({1, 2, 20}), 3, {0, 0});
    const value_id second = b.node("Relu", {conv_of(b, first, 5, {0, 0})});
    const lowered_model moving = with_stream(lowered(b, b.node("GlobalAveragePool", {second})), 2);
    REQUIRE(moving.state_count == 3);
    CHECK(dims_of(tensor_at(moving, moving.inputs[0])) == extents{1, 2, 2});
    CHECK(dims_of(tensor_at(moving, moving.inputs[1])) == extents{1, 4, 2});
    CHECK(dims_of(tensor_at(moving, moving.inputs[2])) == extents{1, 6, 2});
    CHECK(dims_of(tensor_at(moving, moving.inputs[3])) == extents{1, 14, 2});
}

TEST_CASE("models without a multiply-accumulate move, too") {
    captured_notes notes;
    model_builder b;
    const auto pooled = [&](value_id x) {
        return b.node("MaxPool", {x}, {{"kernel_shape", extents{3}}});
    };
    const lowered_model whole = lowered(b, pooled(pooled(b.input({1, 2, 20}))));
    CHECK(agrees(whole, with_stream(whole, 1), 1, 60));
    CHECK(contains(notes.take(), "makes 4 elements, 5.9 % of the whole window's"));
}

TEST_CASE("what cannot move is refused with the reason") {
    const captured_notes notes;
    model_builder b;
    const value_id x = b.input({1, 2, 16});
    SUBCASE("padding at the end") {
        const lowered_model m = lowered(b, conv_of(b, x, 3, {1, 1}));
        CHECK(contains(refusal_of(m, 1), "pads its rows at the end"));
    }
    SUBCASE("columns that would have to be rows") {
        options wanted;
        wanted.layout = io_layout::onnx;
        const lowered_model m = lowered(b, conv_of(b, x, 3, {0, 0}), wanted);
        CHECK(contains(refusal_of(m, 1), "is transposed before its rows are read; omit --io-"));
        CHECK(contains(refusal_of(m, 2), "is transposed before its rows are read; omit --io-"));
    }
    SUBCASE("padding that all rows see") {
        const lowered_model m =
            lowered(b, b.node("GlobalAveragePool", {conv_of(b, x, 15, {14, 0})}));
        CHECK(contains(refusal_of(m, 2), "outputs depend on that padding"));
    }
    SUBCASE("rows that are skipped") {
        const lowered_model m = lowered(b, conv_of(b, conv_of(b, x, 2, {0, 0}, 2), 3, {0, 0}));
        CHECK(contains(refusal_of(m, 3), "use --stream 2 or a multiple of 2"));
        CHECK(refusal_of(m, 4).empty());
    }
    SUBCASE("more rows than there are") {
        const lowered_model m = lowered(b, conv_of(b, x, 3, {0, 0}));
        CHECK(contains(refusal_of(m, 16), "has 16 rows; use fewer"));
    }
    SUBCASE("several inputs") {
        const lowered_model m = lowered(b, b.node("Add", {x, b.input({1, 2, 16})}));
        CHECK(contains(refusal_of(m, 1), "has 2 inputs, only one can move"));
    }
}
