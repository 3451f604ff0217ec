// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every arrangement of missing, shared and doubled QuantizeLinear and DequantizeLinear nodes around
// one operator: which becomes an integer node, and what all of them compute.
#include <onnx2hpp/passes/fold_qdq.hpp>

#include <onnx2hpp/passes/pass_list.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/passes/onnx_reference.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/seeds.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using tigris::dtype;

namespace {

/// How the operator gets an operand. Shared: its DequantizeLinear has another reader, too; doubled:
/// it is quantized and dequantized once more before.
enum class source {
    dequantized,
    missing,
    shared_with_float,
    shared_with_integer,
    doubled,
    doubled_in_another_scale,
    constant,
    same_as_the_first,
};
constexpr source activations[]{source::dequantized,       source::missing,
                               source::shared_with_float, source::shared_with_integer,
                               source::doubled,           source::doubled_in_another_scale};
constexpr source second_operands[]{source::dequantized,       source::missing,
                                   source::shared_with_float, source::shared_with_integer,
                                   source::doubled,           source::doubled_in_another_scale,
                                   source::constant,          source::same_as_the_first};

/// Who reads the result.
enum class sink {
    quantizer,
    quantizer_to_another_type,
    two_equal_quantizers,
    quantizer_and_dequantizer,
    doubled_quantizer,
    floating,
    output,
    two_quantizers,
    quantizer_and_floating,
    quantizer_and_output,
};
constexpr sink sinks[]{sink::quantizer,
                       sink::quantizer_to_another_type,
                       sink::two_equal_quantizers,
                       sink::quantizer_and_dequantizer,
                       sink::doubled_quantizer,
                       sink::floating,
                       sink::output,
                       sink::two_quantizers,
                       sink::quantizer_and_floating,
                       sink::quantizer_and_output};

/// What stands between the operator and its readers.
enum class activation { none, relu, clip };
constexpr activation between_choices[]{activation::none, activation::relu, activation::clip};

/// Exact: in whole units of input scale times weight scale. Added: by an Add behind, as a MatMul's
/// always is.
enum class given_bias { none, quantized, exact_float, inexact_float, inexactly_quantized, added };
constexpr given_bias all_biases[]{
    given_bias::none,          given_bias::quantized,           given_bias::exact_float,
    given_bias::inexact_float, given_bias::inexactly_quantized, given_bias::added};
enum class given_weights { per_tensor, per_channel, floating };
constexpr given_weights all_weights[]{given_weights::per_tensor, given_weights::per_channel,
                                      given_weights::floating};

/// An operator, how many operands it has beside weights and bias, and their shape.
struct subject {
    const char* op_type;
    int operands;
    extents dims;
    attributes held{};
    bool is_layer = false;
    bool can_clamp = false;
    bool only_moves = false;
    bool selects = false;  ///< its result has some of its operand's numbers
};

const attributes windows{{"kernel_shape", extents{2, 2}}, {"strides", extents{2, 1}}};

// clang-format off
const subject subjects[]{
    {"Conv", 1, {1, 2, 3, 3}, {{"pads", extents{1, 0, 0, 1}}}, true, true},
    {"Gemm", 1, {2, 8}, {{"transB", std::int64_t{1}}}, true, true},
    {"MatMul", 1, {2, 8}, {}, true, true},
    {"MatMul", 2, {3, 3}, {}, false, true},
    {"Add", 2, {1, 2, 3, 3}, {}, false, true},
    {"Mul", 2, {1, 2, 3, 3}, {}, false, true},
    {"Concat", 2, {1, 2, 3, 3}, {{"axis", std::int64_t{1}}}},
    {"MaxPool", 1, {1, 2, 4, 4}, windows, false, true, false, true},
    {"AveragePool", 1, {1, 2, 4, 4}, windows, false, true},
    {"GlobalAveragePool", 1, {1, 2, 3, 3}, {}, false, true},
    {"Relu", 1, {1, 2, 3, 3}, {}, false, true},
    {"Sigmoid", 1, {1, 2, 3, 3}},
    {"Resize", 1, {1, 2, 3, 3}},
    {"Reshape", 1, {1, 2, 3, 4}, {}, false, false, true},
    {"Transpose", 1, {1, 2, 3, 4}, {{"perm", extents{0, 2, 3, 1}}}, false, false, true},
};
// clang-format on

struct arrangement {
    const subject& op;
    source first = source::dequantized;
    source second = source::dequantized;
    activation between = activation::none;
    sink to = sink::quantizer;
    given_bias bias = given_bias::quantized;
    given_weights weights = given_weights::per_tensor;
};

std::string text_of(const arrangement& a) {
    return fmt::format("{}: sources {} and {}, activation {}, sink {}, bias {}, weights {}",
                       a.op.op_type, int(a.first), int(a.second), int(a.between), int(a.to),
                       int(a.bias), int(a.weights));
}

// No quotient of these is near a whole number or a half.
constexpr float input_scale = 0.3711f, other_scale = 0.2473f, weight_scale = 0.1137f,
                result_scale = 0.1931f;

struct built {
    onnx_model model;
    std::string name;  // of the operator's node
};

struct arranged {
    const arrangement& a;
    model_builder b{};
    value_id first{};

    value_id operand(source how, dtype type) {
        const int zero_point = type == dtype::u8 ? 9 : 2;
        if (how == source::missing) return b.input(a.op.dims);
        if (how == source::same_as_the_first) return first;
        const bool is_constant = how == source::constant;
        const value_id codes =
            is_constant ? b.constant(a.op.dims, input_pattern(type, element_count(a.op.dims)), type)
                        : b.input(a.op.dims, type);
        const value_id x = b.dequantize(codes, input_scale, zero_point, type);
        if (how == source::shared_with_float) b.output(b.node("Neg", {x}));
        if (how == source::shared_with_integer)
            b.output(b.quantize(b.node("Sigmoid", {x}), 0.0071f, -90));
        if (how == source::doubled) return b.rounded(x, input_scale, zero_point, type);
        if (how == source::doubled_in_another_scale) return b.rounded(x, other_scale, 3);
        return x;
    }

    /// Shape, and the axis that counts outputs.
    std::pair<extents, std::int64_t> weight_shape() const {
        const std::string op = a.op.op_type;
        if (op == "Conv") return {{3, 2, 2, 2}, 0};
        return op == "Gemm" ? std::pair{extents{3, 8}, std::int64_t{0}}
                            : std::pair{extents{8, 3}, std::int64_t{1}};
    }
    double weight_scale_of(int output) const {
        return static_cast<double>(weight_scale) *
               (a.weights == given_weights::per_channel ? 1 + 0.3 * output : 1);
    }

    value_id weights() {
        const auto [dims, axis] = weight_shape();
        if (a.weights == given_weights::floating) return b.constant(dims);
        const value_id codes = b.constant(dims, {}, dtype::i8);
        if (a.weights == given_weights::per_tensor) return b.dequantize(codes, weight_scale, 0);
        const value_id scales =
            b.constant({3}, {weight_scale_of(0), weight_scale_of(1), weight_scale_of(2)});
        return b.node("DequantizeLinear", {codes, scales, b.constant({3}, {0, 0, 0}, dtype::i8)},
                      {{"axis", axis}});
    }

    /// One bias for each of three outputs, `more` of a unit off the whole one.
    value_id float_bias(double more, const extents& dims = {3}) {
        std::vector<double> numbers;
        for (int k = 0; k < 3; ++k)
            numbers.push_back((7 * k - 5 + more) * operand_scale() * float_of(weight_scale_of(k)));
        return b.constant(dims, numbers);
    }
    value_id quantized_bias(double scale_by) {
        std::vector<double> scales;
        for (int k = 0; k < 3; ++k)
            scales.push_back(operand_scale() * float_of(weight_scale_of(k)) * scale_by);
        const value_id codes = b.constant({3}, {11, -30, 5}, dtype::i32);
        return b.node("DequantizeLinear",
                      {codes, b.constant({3}, scales), b.constant({3}, {0, 0, 0}, dtype::i32)},
                      {{"axis", std::int64_t{0}}});
    }
    static double float_of(double x) { return static_cast<double>(static_cast<float>(x)); }
    double operand_scale() const {
        return static_cast<double>(a.first == source::doubled_in_another_scale ? other_scale
                                                                               : input_scale);
    }

    value_id bias() {
        switch (a.bias) {
            case given_bias::none: return absent;
            case given_bias::exact_float: return float_bias(0);
            case given_bias::inexact_float: return float_bias(0.31);
            case given_bias::inexactly_quantized: return quantized_bias(0.77);
            default: return quantized_bias(1);
        }
    }

    /// Without a third input for MatMul, which has none.
    value_id layer(value_id x) {
        const value_id added = bias(), w = weights();
        const bool is_behind = added != absent && (a.bias == given_bias::added ||
                                                   std::string(a.op.op_type) == "MatMul");
        std::vector<value_id> inputs{x, w};
        if (added != absent && !is_behind) inputs.push_back(added);
        const value_id y = b.node(a.op.op_type, inputs, a.op.held);
        name = b.model.nodes.back().name;
        if (!is_behind) return y;
        const bool is_image = a.op.dims.size() == 4;
        return b.node("Add", {is_image ? float_bias(0, {3, 1, 1}) : added, y});
    }

    value_id result() {
        first = operand(a.first, dtype::i8);
        if (a.op.is_layer) return layer(first);
        std::vector<value_id> inputs{first};
        if (a.op.operands == 2) inputs.push_back(operand(a.second, dtype::u8));
        const std::string op = a.op.op_type;
        if (op == "Resize") inputs.insert(inputs.end(), {absent, b.constant({4}, {1, 1, 2, 2})});
        if (op == "Reshape") inputs.push_back(b.integers({1, 6, 4}));
        const value_id y = b.node(op, inputs, a.op.held);
        name = b.model.nodes.back().name;
        return y;
    }

    value_id activated(value_id y) {
        if (a.between == activation::relu) return b.node("Relu", {y});
        if (a.between == activation::none) return y;
        return b.node("Clip", {y, b.constant({}, {-1.5}), b.constant({}, {4.25})});
    }

    void read(value_id y) {
        const auto quantized = [&](float scale = result_scale) { return b.quantize(y, scale, -7); };
        switch (a.to) {
            case sink::quantizer: return b.output(quantized());
            case sink::quantizer_to_another_type:
                return b.output(b.quantize(y, result_scale, 131, dtype::u8));
            case sink::quantizer_and_dequantizer:
                return b.output(b.dequantize(quantized(), result_scale, -7));
            case sink::doubled_quantizer:
                return b.output(b.quantize(b.rounded(y, result_scale, -7), other_scale, 3));
            case sink::floating: return b.output(b.node("Neg", {y}));
            case sink::output: return b.output(y);
            default: b.output(quantized());
        }
        if (a.to == sink::two_equal_quantizers) b.output(quantized());
        if (a.to == sink::two_quantizers) b.output(quantized(other_scale));
        if (a.to == sink::quantizer_and_floating) b.output(b.node("Neg", {y}));
        if (a.to == sink::quantizer_and_output) b.output(y);
    }

    std::string name{};

    built build() {
        read(activated(result()));
        return {b.build(), name};
    }
};

/// Source: DESIGN.md, section 7, said again; but what selects or moves codes keeps them, whoever
/// reads its result.
bool has_quantized_operands(const arrangement& a) {
    if (a.first == source::missing) return false;
    return a.op.operands == 1 || a.second != source::missing;
}

bool has_quantized_parameters(const arrangement& a) {
    return !a.op.is_layer ||
           (a.weights != given_weights::floating && a.bias != given_bias::inexact_float &&
            a.bias != given_bias::inexactly_quantized);
}

bool reads_quantized_in_one_way(const arrangement& a) { return a.to <= sink::doubled_quantizer; }

bool is_fused(const arrangement& a) { return a.between == activation::none || a.op.can_clamp; }

bool becomes_integer(const arrangement& a) {
    const bool is_last = a.between == activation::none;
    if (a.op.only_moves)
        return has_quantized_operands(a) || (reads_quantized_in_one_way(a) && is_last);
    if (a.op.selects && has_quantized_operands(a) && is_last) return true;
    return has_quantized_operands(a) && has_quantized_parameters(a) &&
           reads_quantized_in_one_way(a) && is_fused(a);
}

/// A product whose second factor is constant is a layer, too.
bool is_layer(const arrangement& a) {
    return a.op.is_layer || (std::string(a.op.op_type) == "MatMul" && a.second == source::constant);
}

/// Layers of codes whose sums become floats.
bool becomes_sums(const arrangement& a) {
    return is_layer(a) && has_quantized_operands(a) && a.weights != given_weights::floating &&
           !becomes_integer(a);
}

bool is_activation(source s) { return s != source::missing && s != source::constant; }

/// Whether an operator has anything to do with integers, so that staying a float is worth a note.
bool meets_integers(const arrangement& a) {
    const bool is_quantized = a.to != sink::floating && a.to != sink::output && is_fused(a);
    return is_quantized || is_activation(a.first) ||
           (a.op.operands == 2 && is_activation(a.second) && a.second != source::same_as_the_first);
}

bool is_integer(const onnx_model& m, const std::string& name) {
    for (const node& n : m.nodes)
        if (n.name == name) return is_quantizable(value_of(m, n.outputs[0]).type);
    return true;  // a clamp of another one
}

bool has_sums(const onnx_model& m, const std::string& name) {
    return std::any_of(m.nodes.begin(), m.nodes.end(),
                       [&](const node& n) { return n.name == name && is_own(n, "RescaleSums"); });
}

double worst_difference(const std::vector<elements>& a, const std::vector<elements>& b) {
    double worst = a.size() == b.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        for (std::size_t k = 0; k < a[i].size(); ++k)
            worst = std::max(worst, k < b[i].size() ? std::abs(a[i][k] - b[i][k]) : 1e9);
    return worst;
}

std::vector<elements> expected_of(const onnx_model& m) {
    std::vector<elements> inputs;
    for (const value_id v : m.inputs) {
        const value& x = value_of(m, v);
        inputs.push_back(input_pattern(x.type, element_count(x.dims)));
    }
    return reference_results(m, inputs);
}

/// How often each came out, so that a test of nothing is noticed.
struct census {
    int arrangements = 0;
    int integers = 0;
    int islands = 0;
    int notes = 0;
};

void check(const arrangement& a, census& seen) {
    if (!tigris::test::is_tried(seen.arrangements++)) return;
    built made = arranged{a}.build();
    CAPTURE(text_of(a));
    const std::vector<elements> expected = expected_of(made.model);
    captured_notes notes;
    options wanted;
    wanted.exact_biases = true;
    run_passes(made.model, wanted);
    const bool is_noted =
        notes.take().find("node '" + made.name + "' (" + a.op.op_type) != std::string::npos;
    const bool is_island = !is_integer(made.model, made.name);
    ++(is_island ? seen.islands : seen.integers);
    seen.notes += is_noted;
    CHECK(is_island == !becomes_integer(a));
    CHECK(has_sums(made.model, made.name) == becomes_sums(a));
    CHECK(is_noted == (is_island && meets_integers(a) && !a.op.only_moves && !becomes_sums(a)));
    CHECK(worst_difference(results_of(made.model), expected) < 1e-4);
}

}  // namespace

TEST_CASE("which operands, activations and readers make an integer node, and what it computes") {
    for (const subject& op : subjects) {
        census seen;
        for (const source first : activations)
            for (const activation between : between_choices)
                for (const sink to : sinks) {
                    if (op.operands == 1) check({op, first, {}, between, to}, seen);
                    for (const source second : second_operands)
                        if (op.operands == 2) check({op, first, second, between, to}, seen);
                }
        MESSAGE(std::string(op.op_type), ": ", seen.integers, " integer nodes, ", seen.islands,
                " float islands, ", seen.notes, " noted");
    }
}

TEST_CASE("which weights and biases make an integer node, and what it computes") {
    census seen;
    for (const subject& op : subjects)
        for (const given_bias bias : all_biases)
            for (const given_weights weights : all_weights)
                for (const source first : activations)
                    for (const sink to : {sink::quantizer, sink::floating})
                        if (op.is_layer)
                            check({op, first, {}, activation::relu, to, bias, weights}, seen);
    MESSAGE(seen.integers, " integer nodes, ", seen.islands, " float islands");
}
