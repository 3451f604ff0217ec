// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/recurrent.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;
using ops::gate_function;
using ops::recurrent_direction;
using ops::recurrent_function;

namespace {

constexpr int steps = 4, batch = 2, inputs = 3, hidden = 2;

using numbers = std::vector<float>;

numbers random_of(random_numbers& r, int count) {
    numbers result;
    for (int i = 0; i < count; ++i) result.push_back(float(r.between(-20, 20)) / 16);
    return result;
}

/// Everything that a layer reads, for two directions; lengths are those of the batch.
struct tensors {
    numbers x, w, r, bias, h, c, peepholes;
    std::vector<int32_t> lengths{4, 2};

    explicit tensors(int gates) {
        random_numbers source(uint64_t(gates) + 11);
        x = random_of(source, steps * batch * inputs);
        w = random_of(source, 2 * gates * hidden * inputs);
        r = random_of(source, 2 * gates * hidden * hidden);
        bias = random_of(source, 2 * 2 * gates * hidden);
        h = random_of(source, 2 * batch * hidden);
        c = random_of(source, 2 * batch * hidden);
        peepholes = random_of(source, 2 * 3 * hidden);
    }
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// ONNX's equations in double precision, for a single sequence.
struct reference {
    const tensors& t;
    const ops::recurrent& op;
    int direction;

    double gate(int gates, int g, int j, int step, int b, const std::vector<double>& state,
                double factor = 1) const {
        const int row = (direction * gates + g) * hidden + j;
        double sum = double(t.bias[size_t(direction * 2 * gates * hidden + g * hidden + j)]);
        for (int i = 0; i < inputs; ++i)
            sum += double(t.w[size_t(row * inputs + i)]) *
                   double(t.x[size_t((step * batch + b) * inputs + i)]);
        double other =
            double(t.bias[size_t((direction * 2 + 1) * gates * hidden + g * hidden + j)]);
        for (int i = 0; i < hidden; ++i)
            other += double(t.r[size_t(row * hidden + i)]) * state[size_t(i)];
        return sum + factor * other;
    }

    void advance(std::vector<double>& h, std::vector<double>& c, int step, int b) const {
        const std::vector<double> old = h;
        std::vector<double> reset(hidden);
        for (int j = 0; j < hidden; ++j)
            if (op.function == recurrent_function::gru)
                reset[size_t(j)] = sigmoid(gate(3, 1, j, step, b, old));
        std::vector<double> shrunk = old;
        for (int j = 0; j < hidden; ++j) shrunk[size_t(j)] *= reset[size_t(j)];
        const auto peephole = [&](int k, int j) {
            return double(t.peepholes[size_t((direction * 3 + k) * hidden + j)]);
        };
        for (size_t j = 0; j < hidden; ++j) {
            const int k = int(j);
            if (op.function == recurrent_function::rnn) {
                h[j] = std::tanh(gate(1, 0, k, step, b, old));
            } else if (op.function == recurrent_function::gru) {
                const double z = sigmoid(gate(3, 0, k, step, b, old));
                const double next = op.linear_before_reset
                                        ? std::tanh(gate(3, 2, k, step, b, old, reset[j]))
                                        : std::tanh(gate(3, 2, k, step, b, shrunk));
                h[j] = (1 - z) * next + z * old[j];
            } else {
                const double i = sigmoid(gate(4, 0, k, step, b, old) + peephole(0, k) * c[j]);
                const double f = sigmoid(gate(4, 2, k, step, b, old) + peephole(2, k) * c[j]);
                c[j] = f * c[j] + i * std::tanh(gate(4, 3, k, step, b, old));
                h[j] =
                    sigmoid(gate(4, 1, k, step, b, old) + peephole(1, k) * c[j]) * std::tanh(c[j]);
            }
        }
    }
};

/// [parts, 2, batch, hidden]: all steps, the last h, the last c.
std::vector<double> expected_of(const tensors& t, const ops::recurrent& op) {
    std::vector<double> result(size_t(steps + 2) * 2 * batch * hidden);
    for (int d = 0; d < 2; ++d)
        for (int b = 0; b < batch; ++b) {
            const int place = (d * batch + b) * hidden, length = t.lengths[size_t(b)];
            std::vector<double> h(t.h.begin() + place, t.h.begin() + place + hidden);
            std::vector<double> c(t.c.begin() + place, t.c.begin() + place + hidden);
            const auto store = [&](int part, const std::vector<double>& from) {
                for (int j = 0; j < hidden; ++j)
                    result[size_t(part * 2 * batch * hidden + place + j)] = from[size_t(j)];
            };
            for (int k = 0; k < length; ++k) {
                const int step = d == 0 ? k : length - 1 - k;
                reference{t, op, d}.advance(h, c, step, b);
                store(step, h);
            }
            store(steps, h);
            store(steps + 1, c);
        }
    return result;
}

template <recurrent_function F>
void check(bool linear_before_reset) {
    constexpr int gates = ops::gates_of(F);
    const tensors t(gates);
    ops::recurrent op{.function = F,
                      .direction = recurrent_direction::bidirectional,
                      .linear_before_reset = linear_before_reset,
                      .has_bias = true,
                      .has_lengths = true,
                      .has_initial_h = true,
                      .has_initial_c = true,
                      .has_peepholes = true,
                      .gives_last_h = true,
                      .gives_last_c = true};
    for (int i = 0; i < 6; ++i)
        op.activations[i].function = F != recurrent_function::rnn && i % 3 == 0
                                         ? gate_function::sigmoid
                                         : gate_function::tanh;
    node_case n;
    n.add_input({.dims = {3, {steps, batch, inputs}}});
    n.add_input({.dims = {3, {2, gates * hidden, inputs}}});
    n.add_input({.dims = {3, {2, gates * hidden, hidden}}});
    set_output_of(n, op, dtype::f32, {});
    constexpr recurrent_key G{.function = F, .inputs = 31};
    CHECK(key_of(op, n.all(), rounding::nearest) == G);
    const std::vector<double> expected = expected_of(t, op);
    std::vector<float> out(expected.size(), 99), scratch(3 * hidden);
    whole<G>(portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest),
             out.data(), scratch.data(), t.x.data(), t.w.data(), t.r.data(), t.bias.data(),
             t.lengths.data(), t.h.data(), t.c.data(), t.peepholes.data());
    const size_t count = out.size() - (F == recurrent_function::lstm ? 0 : 2 * batch * hidden);
    for (size_t i = 0; i < count; ++i)
        CHECK(double(out[i]) == doctest::Approx(expected[i]).epsilon(1e-5));
}

/// The bytes that flash has.
std::vector<int8_t> bytes_of(const numbers& from) {
    std::vector<int8_t> bytes(from.size() * sizeof(float));
    std::memcpy(bytes.data(), from.data(), bytes.size());
    return bytes;
}

/// What of a layer is read.
enum class result { steps, last_h, last_c };

/// One sequence in one direction, whose steps come as rows, two and three at a time.
template <recurrent_function F>
void check_rows(result gives) {
    constexpr int gates = ops::gates_of(F), length = 5;
    const bool gives_steps = gives == result::steps;
    random_numbers source(uint64_t(gates) + uint64_t(gives));
    const numbers x = random_of(source, length * inputs);
    const numbers of[]{random_of(source, gates * hidden * inputs),
                       random_of(source, gates * hidden * hidden),
                       random_of(source, 2 * gates * hidden),
                       random_of(source, hidden),
                       random_of(source, hidden),
                       random_of(source, 3 * hidden)};
    const std::vector<int8_t> bytes[]{bytes_of(of[0]), bytes_of(of[1]), bytes_of(of[2]),
                                      bytes_of(of[3]), bytes_of(of[4]), bytes_of(of[5])};
    const shape dims[]{{3, {1, gates * hidden, inputs}},
                       {3, {1, gates * hidden, hidden}},
                       {2, {1, 2 * gates * hidden}},
                       {3, {1, 1, hidden}},
                       {3, {1, 1, hidden}},
                       {2, {1, 3 * hidden}}};
    ops::recurrent op{.function = F,
                      .has_bias = true,
                      .has_initial_h = true,
                      .has_initial_c = true,
                      .has_peepholes = true,
                      .gives_steps = gives_steps,
                      .gives_last_h = gives == result::last_h,
                      .gives_last_c = gives == result::last_c};
    for (int i = 0; i < 3; ++i) op.activations[i].function = gate_function::tanh;
    REQUIRE(ops::takes_rows(op));
    node_case rows_case, whole_case;
    rows_case.add_input({.dims = {4, {1, length, 1, inputs}}});
    whole_case.add_input({.dims = {3, {length, 1, inputs}}});
    for (int i = 0; i < 6; ++i)
        for (node_case* n : {&rows_case, &whole_case})
            n->add_constant(dtype::f32, dims[i], {.bytes = bytes[i].data()});
    for (node_case* n : {&rows_case, &whole_case}) set_output_of(*n, op, dtype::f32, {});
    constexpr recurrent_key G{.function = F, .inputs = 29};
    REQUIRE(key_of(op, rows_case.all(), rounding::nearest) == G);
    CHECK(describe(op, rows_case.all()).contract ==
          (gives_steps ? ops::contract::rows : ops::contract::accumulate));
    CHECK(describe(op, rows_case.all()).in_order == gives_steps);
    CHECK(describe(op, whole_case.all()).contract == ops::contract::whole);
    CHECK(describe(op, rows_case.all()).output == describe(op, whole_case.all()).output);
    CHECK(describe(op, rows_case.all()).macs == describe(op, whole_case.all()).macs);
    float expected[length * hidden]{}, out[length * hidden]{}, scratch[3 * hidden],
        sums[3 * hidden];
    whole<G>(portable_tag{},
             layer_of<float>(op, whole_case.all(), whole_case.weights(), rounding::nearest),
             +expected, +scratch, x.data(), of[0].data(), of[1].data(), of[2].data(), of[3].data(),
             of[4].data(), of[5].data());
    const auto layer = layer_of<float>(op, rows_case.all(), rows_case.weights(), rounding::nearest);
    const auto first = whole_window(x.data(), 0, length, inputs);
    const auto then = whole_window(x.data(), 2, length, inputs);
    if (gives_steps) {
        ordered_rows<G>(portable_tag{}, layer, +out, +sums, 0, 2, first);
        ordered_rows<G>(portable_tag{}, layer, out + 2 * hidden, +sums, 2, 3, then);
    } else {
        begin<G>(portable_tag{}, layer, +sums);
        add_rows<G>(portable_tag{}, layer, +sums, first, 0, 2);
        add_rows<G>(portable_tag{}, layer, +sums, then, 2, 3);
        end<G>(portable_tag{}, layer, +sums, +out);
    }
    for (int j = 0; j < length * hidden; ++j) CHECK(out[j] == expected[j]);
}

}  // namespace

TEST_CASE("both directions follow ONNX's equations, for sequences of several lengths") {
    check<recurrent_function::rnn>(false);
    check<recurrent_function::gru>(false);
    check<recurrent_function::gru>(true);
    check<recurrent_function::lstm>(false);
}

TEST_CASE("steps that come as rows lead to the same states, bit for bit") {
    for (const result gives : {result::steps, result::last_h}) {
        check_rows<recurrent_function::rnn>(gives);
        check_rows<recurrent_function::gru>(gives);
        check_rows<recurrent_function::lstm>(gives);
    }
    check_rows<recurrent_function::lstm>(result::last_c);
}

TEST_CASE("one result of one sequence, forwards, can be had from rows") {
    const ops::recurrent last{.gives_steps = false, .gives_last_h = true};
    CHECK(takes_rows(last));
    CHECK(takes_rows(ops::recurrent{}));
    for (const auto change : std::initializer_list<void (*)(ops::recurrent&)>{
             [](ops::recurrent& op) { op.gives_steps = true; },
             [](ops::recurrent& op) { op.gives_last_c = true; },
             [](ops::recurrent& op) { op.has_lengths = true; },
             [](ops::recurrent& op) { op.direction = recurrent_direction::reverse; },
             [](ops::recurrent& op) { op.direction = recurrent_direction::bidirectional; }}) {
        ops::recurrent op = last;
        change(op);
        CHECK_FALSE(takes_rows(op));
    }
}

TEST_CASE("activations have their usual meaning") {
    const auto value = [](gate_function f, float x) {
        return double(gate_value({f, 0.5f, 0.25f}, x));
    };
    for (const float x : {-30.0f, -2.0f, -0.1f, 0.0f, 0.05f, 0.7f, 3.0f, 30.0f}) {
        const double y = double(x);
        const auto near = [](double wanted) { return doctest::Approx(wanted).epsilon(2e-6); };
        CHECK(value(gate_function::sigmoid, x) == near(1 / (1 + std::exp(-y))));
        CHECK(value(gate_function::tanh, x) == near(std::tanh(y)));
        CHECK(value(gate_function::relu, x) == near(std::fmax(y, 0)));
        CHECK(value(gate_function::affine, x) == near(y / 2 + 0.25));
        CHECK(value(gate_function::leaky_relu, x) == near(y < 0 ? y / 2 : y));
        CHECK(value(gate_function::thresholded_relu, x) == near(y >= 0.5 ? y : 0));
        CHECK(value(gate_function::scaled_tanh, x) == near(std::tanh(y / 4) / 2));
        CHECK(value(gate_function::hard_sigmoid, x) ==
              near(std::fmin(std::fmax(y / 2 + 0.25, 0), 1)));
        CHECK(value(gate_function::elu, x) == near(y < 0 ? std::expm1(y) / 2 : y));
        CHECK(value(gate_function::softsign, x) == near(y / (1 + std::fabs(y))));
        CHECK(value(gate_function::softplus, x) == near(std::log1p(std::exp(y))));
    }
}

TEST_CASE("the place of an optional input is how many come before it") {
    TIGRIS_HOLDS(bits_below(0b10110, 0) == 0 && bits_below(0b10110, 1) == 0);
    TIGRIS_HOLDS(bits_below(0b10110, 2) == 1 && bits_below(0b10110, 4) == 2);
}

TEST_CASE("an input that is not there is all zeros") {
    TIGRIS_HOLDS(no_input{}[0] == 0 && (no_input{} + 7)[3] == 0);
}
