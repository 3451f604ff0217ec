// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RNN, GRU and LSTM: one step after the other, in one or in both directions.

#include <reference/call.hpp>
#include <reference/functions.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace reference {
namespace {

using function = std::function<double(double)>;
using row = std::vector<double>;

/// Activations of all directions, in the order of the attribute. Those that have an alpha or a beta
/// take the next one that is given.
class activations {
public:
    activations(const call& c, std::vector<std::string> defaults, std::size_t directions)
        : alphas_(c.reals("activation_alpha")), betas_(c.reals("activation_beta")) {
        std::vector<std::string> names = c.texts("activations");
        for (std::size_t d = 0; names.size() < defaults.size() * directions; ++d)
            names.push_back(defaults[d % defaults.size()]);
        for (const std::string& name : names) all_.push_back(make(name));
    }
    const function& operator[](std::size_t i) const { return all_.at(i); }

private:
    double next(std::vector<double>& values, double otherwise) {
        if (values.empty()) return otherwise;
        const double result = values.front();
        values.erase(values.begin());
        return result;
    }

    function make(const std::string& name) {
        if (name == "Relu") return [](double x) { return std::max(0.0, x); };
        if (name == "Tanh") return [](double x) { return std::tanh(x); };
        if (name == "Sigmoid") return sigmoid;
        if (name == "Softsign") return [](double x) { return x / (1 + std::fabs(x)); };
        if (name == "Softplus") return softplus;
        return with_alpha(name);
    }

    function with_alpha(const std::string& name) {
        const bool is_hard = name == "HardSigmoid";
        const double alpha = next(alphas_, is_hard               ? double(0.2f)
                                           : name == "LeakyRelu" ? double(0.01f)
                                                                 : 1);
        if (name == "LeakyRelu") return [=](double x) { return x < 0 ? alpha * x : x; };
        if (name == "ThresholdedRelu") return [=](double x) { return thresholded(x, alpha); };
        if (name == "Elu") return [=](double x) { return x < 0 ? alpha * std::expm1(x) : x; };
        const double beta = next(betas_, is_hard ? 0.5 : name == "Affine" ? 0 : 1);
        if (name == "Affine") return [=](double x) { return alpha * x + beta; };
        if (name == "ScaledTanh") return [=](double x) { return alpha * std::tanh(beta * x); };
        if (is_hard) return [=](double x) { return hard_sigmoid(x, alpha, beta); };
        throw unsupported("activation " + name);
    }

    std::vector<double> alphas_;
    std::vector<double> betas_;
    std::vector<function> all_;
};

/// What is the same for the three operators. X becomes [steps, batch, inputs].
struct sequence {
    const call& c;
    tensor x;
    std::int64_t steps;
    std::int64_t batch;
    std::int64_t inputs;
    std::int64_t hidden;
    std::int64_t directions;
    double clip;

    explicit sequence(const call& call)
        : c(call),
          x(c.integer("layout", 0) ? transposed(c[0], {1, 0, 2}) : c[0]),
          steps(x.dims.at(0)),
          batch(x.dims.at(1)),
          inputs(x.dims.at(2)),
          hidden(c[2].dims.at(2)),
          directions(c[1].dims.at(0)),
          clip(c.real("clip", std::numeric_limits<double>::infinity())) {}

    bool is_reversed(std::int64_t d) const {
        return d == 1 || c.text("direction", "forward") == "reverse";
    }
    std::int64_t length(std::int64_t b) const { return c.has(4) ? c[4].integer(b) : steps; }
    double clipped(double value) const { return clamp_to(value, -clip, clip); }

    /// A state that the model may give, of [directions, batch, hidden].
    row initial(std::size_t input, std::int64_t d, std::int64_t b) const {
        row result(static_cast<std::size_t>(hidden));
        if (!c.has(input)) return result;
        const std::int64_t first =
            c.integer("layout", 0) ? (b * directions + d) * hidden : (d * batch + b) * hidden;
        for (std::int64_t i = 0; i < hidden; ++i)
            result[std::size_t(i)] = c[input].number(first + i);
        return result;
    }

    /// Row `gate` of W times the input of a step, with the bias of W.
    double from_input(std::int64_t d, std::int64_t gate, std::int64_t step, std::int64_t b) const {
        double sum = bias(d, gate);
        const std::int64_t rows = c[1].dims[1];
        for (std::int64_t k = 0; k < inputs; ++k)
            sum += c[1].number((d * rows + gate) * inputs + k) *
                   x.number((step * batch + b) * inputs + k);
        return sum;
    }
    /// Row `gate` of R times a state, with the bias of R.
    double from_state(std::int64_t d, std::int64_t gate, const row& state) const {
        const std::int64_t rows = c[2].dims[1];
        double sum = bias(d, rows + gate);
        for (std::int64_t k = 0; k < hidden; ++k)
            sum += c[2].number((d * rows + gate) * hidden + k) * state[std::size_t(k)];
        return sum;
    }
    double bias(std::int64_t d, std::int64_t i) const {
        return c.has(3) ? c[3].number(d * c[3].dims.at(1) + i) : 0;
    }
};

/// The outputs, filled by direction and batch. `states` has H, and C of an LSTM.
struct results {
    const sequence& s;
    tensor y;
    tensors states;

    results(const sequence& of, std::size_t count)
        : s(of),
          y(of.x.type, {s.steps, s.directions, s.batch, s.hidden}),
          states(count, tensor(of.x.type, {s.directions, s.batch, s.hidden})) {}

    void set_step(std::int64_t step, std::int64_t d, std::int64_t b, const row& state) {
        for (std::int64_t i = 0; i < s.hidden; ++i)
            y.set(position_of({step, d, b, i}, y.dims), state[std::size_t(i)]);
    }
    void set_state(std::size_t number, std::int64_t d, std::int64_t b, const row& state) {
        for (std::int64_t i = 0; i < s.hidden; ++i)
            states[number].set((d * s.batch + b) * s.hidden + i, state[std::size_t(i)]);
    }
    tensors all() const {
        const bool is_batch_first = s.c.integer("layout", 0) != 0;
        tensors result{is_batch_first ? transposed(y, {2, 0, 1, 3}) : y};
        for (const tensor& state : states)
            result.push_back(is_batch_first ? transposed(state, {1, 0, 2}) : state);
        return result;
    }
};

/// `step(d, b, t, states)` replaces the states; the first of them is the output.
template <class Step>
tensors run(const sequence& s, const std::vector<std::size_t>& initial_inputs, Step step) {
    results all(s, initial_inputs.size());
    for (std::int64_t d = 0; d < s.directions; ++d)
        for (std::int64_t b = 0; b < s.batch; ++b) {
            std::vector<row> states;
            for (const std::size_t input : initial_inputs) states.push_back(s.initial(input, d, b));
            for (std::int64_t k = 0; k < s.length(b); ++k) {
                const std::int64_t t = s.is_reversed(d) ? s.length(b) - 1 - k : k;
                step(d, b, t, states);
                all.set_step(t, d, b, states[0]);
            }
            for (std::size_t i = 0; i < states.size(); ++i) all.set_state(i, d, b, states[i]);
        }
    return all.all();
}

tensors rnn(const call& c) {
    const sequence s(c);
    const activations f(c, {"Tanh"}, std::size_t(s.directions));
    return run(s, {5}, [&](std::int64_t d, std::int64_t b, std::int64_t t, std::vector<row>& h) {
        row next;
        for (std::int64_t i = 0; i < s.hidden; ++i)
            next.push_back(
                f[std::size_t(d)](s.clipped(s.from_input(d, i, t, b) + s.from_state(d, i, h[0]))));
        h[0] = next;
    });
}

/// Gates in the order z, r, h.
tensors gru(const call& c) {
    const sequence s(c);
    const activations all(c, {"Sigmoid", "Tanh"}, std::size_t(s.directions));
    const bool resets_product = c.integer("linear_before_reset", 0) != 0;
    return run(s, {5}, [&](std::int64_t d, std::int64_t b, std::int64_t t, std::vector<row>& h) {
        const function& f = all[std::size_t(2 * d)];
        const function& g = all[std::size_t(2 * d + 1)];
        const auto gate = [&](std::int64_t number, std::int64_t i) {
            const std::int64_t k = number * s.hidden + i;
            return f(s.clipped(s.from_input(d, k, t, b) + s.from_state(d, k, h[0])));
        };
        row reset = h[0];
        for (std::int64_t i = 0; i < s.hidden; ++i) reset[std::size_t(i)] *= gate(1, i);
        row next;
        for (std::int64_t i = 0; i < s.hidden; ++i) {
            const std::int64_t k = 2 * s.hidden + i;
            const double recurrent =
                resets_product ? gate(1, i) * s.from_state(d, k, h[0]) : s.from_state(d, k, reset);
            const double candidate = g(s.clipped(s.from_input(d, k, t, b) + recurrent));
            const double z = gate(0, i);
            next.push_back((1 - z) * candidate + z * h[0][std::size_t(i)]);
        }
        h[0] = next;
    });
}

/// Gates in the order i, o, f, c; peepholes in the order i, o, f.
tensors lstm(const call& c) {
    const sequence s(c);
    const activations all(c, {"Sigmoid", "Tanh", "Tanh"}, std::size_t(s.directions));
    const bool couples = c.integer("input_forget", 0) != 0;
    const auto peephole = [&](std::int64_t d, std::int64_t number, std::int64_t i) {
        return c.has(7) ? c[7].number((d * 3 + number) * s.hidden + i) : 0;
    };
    return run(
        s, {5, 6}, [&](std::int64_t d, std::int64_t b, std::int64_t t, std::vector<row>& states) {
            const function& f = all[std::size_t(3 * d)];
            const function& g = all[std::size_t(3 * d + 1)];
            const function& h = all[std::size_t(3 * d + 2)];
            const auto sum = [&](std::int64_t number, std::int64_t i, double more) {
                const std::int64_t k = number * s.hidden + i;
                return s.clipped(s.from_input(d, k, t, b) + s.from_state(d, k, states[0]) + more);
            };
            row next_h;
            row next_c;
            for (std::int64_t i = 0; i < s.hidden; ++i) {
                const double cell = states[1][std::size_t(i)];
                const double in = f(sum(0, i, peephole(d, 0, i) * cell));
                const double forget = couples ? 1 - in : f(sum(2, i, peephole(d, 2, i) * cell));
                const double next = forget * cell + in * g(sum(3, i, 0));
                const double out = f(sum(1, i, peephole(d, 1, i) * next));
                next_c.push_back(next);
                next_h.push_back(out * h(s.clipped(next)));
            }
            states = {next_h, next_c};
        });
}

}  // namespace

void add_recurrent(operator_map& all) {
    all["GRU"] = gru;
    all["LSTM"] = lstm;
    all["RNN"] = rnn;
}

}  // namespace reference
