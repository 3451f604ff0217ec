// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tools/onnx2hpp/dead/code_model.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/dead/step_operands.hpp>
#include <tigris/kernels/arithmetic/average.hpp>
#include <tigris/kernels/portable/binary.hpp>
#include <tigris/kernels/portable/convert.hpp>

#include <limits>
#include <stdexcept>

namespace onnx2hpp::test {

using namespace tigris;

namespace {

std::int64_t requantized(rounding rounds, std::int64_t sum, fixed_multiplier m, bool is_wide) {
    const bool once = rounds == rounding::nearest;
    if (is_wide)
        return once ? kernels::requantize_wide<rounding::nearest>(sum, m)
                    : kernels::requantize_wide<rounding::tflite>(sum, m);
    return once ? kernels::requantize<rounding::nearest>(kernels::saturated(sum), m)
                : kernels::requantize<rounding::tflite>(kernels::saturated(sum), m);
}

std::int32_t rescaled(rounding rounds, std::int32_t code, const kernels::rescaling& r) {
    return rounds == rounding::nearest ? kernels::rescale<rounding::nearest, std::int32_t>(code, r)
                                       : kernels::rescale<rounding::tflite, std::int32_t>(code, r);
}

template <rounding R>
std::int32_t averaged(std::int32_t sum, std::int32_t count, bool mean,
                      const kernels::rescaling& r) {
    return mean ? kernels::average<R, true, std::int32_t>(sum, count, r)
                : kernels::average<R, false, std::int32_t>(sum, count, r);
}
std::int32_t averaged(rounding rounds, std::int32_t sum, std::int32_t count, bool mean,
                      const kernels::rescaling& r) {
    return rounds == rounding::nearest ? averaged<rounding::nearest>(sum, count, mean, r)
                                       : averaged<rounding::tflite>(sum, count, mean, r);
}

template <class T, rounding R>
std::int32_t combined(std::int32_t a, std::int32_t b, const ops::binary& op, const operands& t) {
    using enum ops::binary_function;
    const auto layer = kernels::layer_of<T>(op, t, {}, R);
    const auto of = [&]<ops::binary_function F>() {
        constexpr kernels::binary_key key{.function = F, .rounds = R, .quantized = true};
        return std::int32_t(kernels::combine<key, T>(layer, T(a), T(b)));
    };
    switch (op.function) {
        case add: return of.template operator()<add>();
        case subtract: return of.template operator()<subtract>();
        case multiply: return of.template operator()<multiply>();
        case maximum: return of.template operator()<maximum>();
        case minimum: return of.template operator()<minimum>();
        case prelu: return of.template operator()<prelu>();
        default: throw std::logic_error("no function of codes");
    }
}

template <class T>
std::int32_t combined(rounding rounds, std::int32_t a, std::int32_t b, const ops::binary& op,
                      const operands& t) {
    return rounds == rounding::nearest ? combined<T, rounding::nearest>(a, b, op, t)
                                       : combined<T, rounding::tflite>(a, b, op, t);
}

class machine {
public:
    machine(const lowered_model& m, rounding rounds) : m_(m), rounds_(rounds) {
        for (const tensor& t : m.tensors) {
            codes& elements = held.emplace_back(std::size_t(element_count(t)));
            if (t.kind != tensor_kind::constant) continue;
            const auto known = integers_of(m.constants[std::size_t(t.index)]);
            elements.assign(known.begin(), known.end());
        }
    }

    void run() {
        for (const lowered_node& n : m_.nodes)
            std::visit([&](const auto& op) { run(op, n); }, n.op);
    }

    std::vector<codes> held;

private:
    const tensor& info(int t) const { return tensor_at(m_, t); }
    const codes& at(int t) const { return held[std::size_t(t)]; }
    codes& result(const lowered_node& n) { return held[std::size_t(n.outputs[0])]; }

    std::int32_t finish(const lowered_node& n, std::size_t o, std::int64_t sum,
                        const ops::clamp& clamp) const {
        const std::size_t scale = at(n.inputs[4]).size() == 1 ? 0 : o;
        const fixed_multiplier m{at(n.inputs[3])[scale], std::int8_t(at(n.inputs[4])[scale])};
        const bool is_wide = info(n.inputs[0]).type == dtype::i16;
        return kernels::encode<std::int32_t>(
            requantized(rounds_, sum + at(n.inputs[2])[o], m, is_wide),
            kernels::codes_of(clamp, info(n.outputs[0]), rounds_));
    }

    /// Calls f(place in the window, element of the input or -1) for each tap of output pixel (y,
    /// x).
    template <class F>
    void each_tap(const ops::window& w, const row_extents& in, int y, int x, const F& f) const {
        for (int i = 0, tap = 0; i < w.kernel_h; ++i)
            for (int k = 0; k < w.kernel_w; ++k, ++tap) {
                const int row = y * w.stride_h - w.pad_top + i * w.dilation_h;
                const int column = x * w.stride_w - w.pad_left + k * w.dilation_w;
                const bool inside = row >= 0 && row < in.rows && column >= 0 && column < in.width;
                f(tap, inside ? (row * in.width + column) * in.channels : -1);
            }
    }

    /// Calls f(row, column, channel, element of the result) for each.
    template <class F>
    void each_element(const lowered_node& n, const F& f) {
        const row_extents out = rows_of(info(n.outputs[0]).dims);
        std::size_t element = 0;
        for (int y = 0; y < out.rows; ++y)
            for (int x = 0; x < out.width; ++x)
                for (int c = 0; c < out.channels; ++c) f(y, x, c, result(n)[element++]);
    }

    void run(const ops::conv& op, const lowered_node& n) {
        const row_extents in = rows_of(info(n.inputs[0]).dims);
        const int outputs = rows_of(info(n.outputs[0]).dims).channels;
        const int depth = in.channels / op.groups, taps = op.window.kernel_h * op.window.kernel_w;
        each_element(n, [&](int y, int x, int o, std::int32_t& made) {
            std::int64_t sum = 0;
            each_tap(op.window, in, y, x, [&](int tap, int pixel) {
                for (int i = 0; i < depth; ++i) {
                    const int c = o / (outputs / op.groups) * depth + i;
                    const std::int64_t code = pixel < 0 ? info(n.inputs[0]).quant.zero_point
                                                        : at(n.inputs[0])[std::size_t(pixel + c)];
                    sum += code * at(n.inputs[1])[std::size_t((o * taps + tap) * depth + i)];
                }
            });
            made = finish(n, std::size_t(o), sum, op.clamp);
        });
    }

    void run(const ops::depthwise_conv& op, const lowered_node& n) {
        const row_extents in = rows_of(info(n.inputs[0]).dims);
        const int outputs = rows_of(info(n.outputs[0]).dims).channels;
        each_element(n, [&](int y, int x, int o, std::int32_t& made) {
            std::int64_t sum = 0;
            each_tap(op.window, in, y, x, [&](int tap, int pixel) {
                const int c = o / (outputs / in.channels);
                const std::int64_t code = pixel < 0 ? info(n.inputs[0]).quant.zero_point
                                                    : at(n.inputs[0])[std::size_t(pixel + c)];
                sum += code * at(n.inputs[1])[std::size_t(tap * outputs + o)];
            });
            made = finish(n, std::size_t(o), sum, op.clamp);
        });
    }

    void run(const ops::gemm& op, const lowered_node& n) {
        const codes &x = at(n.inputs[0]), &w = at(n.inputs[1]);
        const std::size_t outputs = std::size_t(info(n.inputs[1]).dims[0]);
        const std::size_t depth = w.size() / outputs;
        for (std::size_t k = 0; k < result(n).size(); ++k) {
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < depth; ++i)
                sum += std::int64_t(x[k / outputs * depth + i]) * w[k % outputs * depth + i];
            result(n)[k] = finish(n, k % outputs, sum, op.clamp);
        }
    }

    kernels::rescaling rescaling_of(const lowered_node& n, const ops::clamp& c, int input) const {
        return kernels::rescaling_of(c, info(input), info(n.outputs[0]), rounds_);
    }

    void run(const ops::pool& op, const lowered_node& n) {
        const row_extents in = rows_of(info(n.inputs[0]).dims);
        const kernels::rescaling r = rescaling_of(n, op.clamp, n.inputs[0]);
        each_element(n, [&](int y, int x, int c, std::int32_t& made) {
            std::int32_t sum = 0, largest = lowest_of(info(n.inputs[0]).type), count = 0;
            each_tap(op.window, in, y, x, [&](int, int pixel) {
                if (pixel < 0 && op.count_include_pad) sum += r.zero_point_in;
                if (pixel < 0) return void(count += op.count_include_pad);
                const std::int32_t code = at(n.inputs[0])[std::size_t(pixel + c)];
                sum += code, ++count, largest = std::max(largest, code);
            });
            const bool mean = op.function == ops::pool_function::mean;
            made = op.function == ops::pool_function::max ? rescaled(rounds_, largest, r)
                   : count == 0 ? kernels::encode<std::int32_t>(0, r.codes)
                                : averaged(rounds_, sum, count, mean, r);
        });
    }

    void run(const ops::global_average_pool& op, const lowered_node& n) {
        const row_extents in = rows_of(info(n.inputs[0]).dims);
        const kernels::rescaling r = rescaling_of(n, op.clamp, n.inputs[0]);
        for (std::size_t c = 0; c < result(n).size(); ++c) {
            std::int32_t sum = 0;
            for (std::size_t k = c; k < at(n.inputs[0]).size(); k += result(n).size())
                sum += at(n.inputs[0])[k];
            result(n)[c] = averaged(rounds_, sum, in.rows * in.width, op.mean, r);
        }
    }

    /// Of operands that have all elements, one for each channel, or one.
    void run(const ops::binary& op, const lowered_node& n) {
        const step_operands operands(m_, n);
        const codes &a = at(n.inputs[0]), &b = at(n.inputs[1]);
        for (std::size_t k = 0; k < result(n).size(); ++k) {
            const std::int32_t x = a[k % a.size()], y = b[k % b.size()];
            result(n)[k] = info(n.outputs[0]).type == dtype::i16
                               ? combined<std::int16_t>(rounds_, x, y, op, operands.get())
                           : info(n.outputs[0]).type == dtype::u8
                               ? combined<std::uint8_t>(rounds_, x, y, op, operands.get())
                               : combined<std::int8_t>(rounds_, x, y, op, operands.get());
        }
    }

    void run(const ops::convert& op, const lowered_node& n) {
        const kernels::rescaling r =
            kernels::convert_codes(op.clamp, step_operands(m_, n).get(), rounds_);
        for (std::size_t k = 0; k < result(n).size(); ++k)
            result(n)[k] = rescaled(rounds_, at(n.inputs[0])[k], r);
    }

    /// Along the innermost axis.
    void run(const ops::concat&, const lowered_node& n) {
        const auto all = std::size_t(channels_of(info(n.outputs[0])));
        std::size_t first = 0;
        for (const int t : n.inputs) {
            const auto own = std::size_t(channels_of(info(t)));
            const kernels::rescaling r = rescaling_of(n, {}, t);
            for (std::size_t k = 0; k < at(t).size(); ++k)
                result(n)[k / own * all + first + k % own] = rescaled(rounds_, at(t)[k], r);
            first += own;
        }
    }

    void run(const ops::reshape&, const lowered_node& n) { result(n) = at(n.inputs[0]); }

    template <class Op>
    void run(const Op&, const lowered_node&) {
        throw std::logic_error("the machine does not know this step");
    }

    const lowered_model& m_;
    rounding rounds_;
};

}  // namespace

codes all_pairs() {
    codes all;
    for (int a = -128; a < 128; ++a)
        for (int b = -128; b < 128; ++b) all.insert(all.end(), {a, b});
    return all;
}

std::vector<codes> run_codes(const lowered_model& m, const std::vector<codes>& inputs,
                             rounding rounds) {
    machine made(m, rounds);
    for (std::size_t i = 0; i < inputs.size(); ++i) made.held[std::size_t(m.inputs[i])] = inputs[i];
    made.run();
    return std::move(made.held);
}

int code_model::add_tensor(tensor t) {
    made.tensors.push_back(t);
    made.tensor_names.push_back("t" + std::to_string(made.tensors.size()));
    return int(made.tensors.size()) - 1;
}

int code_model::input(const shape& dims, quantization quant) {
    const int t = add_tensor({.kind = tensor_kind::input,
                              .type = type,
                              .index = std::int16_t(made.inputs.size()),
                              .dims = dims,
                              .quant = quant});
    made.inputs.push_back(t);
    return t;
}

int code_model::constant(const shape& dims, quantization quant, const codes& elements) {
    const extents all(dims.extent, dims.extent + dims.rank);
    made.constants.push_back(
        *make_tensor(type, all, std::vector<std::int64_t>(elements.begin(), elements.end())));
    return add_tensor({.kind = tensor_kind::constant,
                       .type = type,
                       .index = std::int16_t(made.constants.size() - 1),
                       .dims = dims,
                       .quant = quant});
}

int code_model::step(const any_op& op, const std::vector<int>& inputs, quantization quant) {
    const int t = add_tensor({.type = type, .quant = quant});
    made.nodes.push_back({.name = "s" + std::to_string(made.nodes.size()),
                          .op = op,
                          .inputs = inputs,
                          .outputs = {t}});
    const step_operands operands(made, made.nodes.back());
    made.tensors[std::size_t(t)].dims =
        std::visit([&](const auto& o) { return describe(o, operands.get()).output; }, op);
    return t;
}

int code_model::reshape(int x, const shape& dims) {
    const int t = step(ops::reshape{}, {x}, info(x).quant);
    made.tensors[std::size_t(t)].dims = dims;
    return t;
}

int code_model::add_layer(const any_op& op, int x, const shape& weight_dims,
                          const layer_constants& c, quantization quant) {
    std::vector<std::int32_t> multipliers;
    std::vector<std::int8_t> shifts;
    for (const double real : c.scales) {
        const fixed_multiplier m = quantized_multiplier(real);
        multipliers.push_back(m.multiplier), shifts.push_back(m.shift);
    }
    std::vector<int> inputs{x};
    const auto add = [&](const shared_tensor& data, const shape& dims) {
        made.constants.push_back(*data);
        inputs.push_back(add_tensor({.kind = tensor_kind::constant,
                                     .type = data->type,
                                     .index = std::int16_t(made.constants.size() - 1),
                                     .dims = dims}));
    };
    const auto length = [](const auto& list) { return shape{1, {std::int32_t(list.size())}}; };
    const auto count = [](const auto& list) { return extents{std::int64_t(list.size())}; };
    add(tensor_of(dtype::i8, {weight_dims.extent, weight_dims.extent + weight_dims.rank},
                  c.weights),
        weight_dims);
    add(tensor_of(dtype::i32, count(c.biases), c.biases), length(c.biases));
    add(tensor_of(dtype::i32, count(multipliers), multipliers), length(multipliers));
    add(tensor_of(dtype::i8, count(shifts), shifts), length(shifts));
    return step(op, inputs, quant);
}

int code_model::conv(int x, const layer_constants& c, const ops::conv& op, quantization quant) {
    const auto outputs = std::int32_t(c.biases.size());
    return add_layer(
        op, x, {4, {outputs, op.window.kernel_h, op.window.kernel_w, channels(x) / op.groups}}, c,
        quant);
}
int code_model::depthwise(int x, const layer_constants& c, const ops::depthwise_conv& op,
                          quantization quant) {
    const auto outputs = std::int32_t(c.biases.size());
    return add_layer(op, x, {3, {op.window.kernel_h, op.window.kernel_w, outputs}}, c, quant);
}
int code_model::gemm(int x, const layer_constants& c, const ops::gemm& op, quantization quant) {
    return add_layer(op, x, {2, {std::int32_t(c.biases.size()), channels(x)}}, c, quant);
}

void code_model::output(int t) {
    made.tensors[std::size_t(t)].kind = tensor_kind::output;
    made.tensors[std::size_t(t)].index = std::int16_t(made.outputs.size());
    made.outputs.push_back(t);
}

namespace {

/// Draws a network step by step.
class drawing {
public:
    drawing(std::uint64_t seed, dtype type) : random_(seed) { net_.type = type; }

    lowered_model make() {
        int t = net_.input({4, {1, pick(1, 5), pick(1, 5), pick(1, 4)}}, quant());
        const int steps = pick(2, 6);
        for (int i = 0; i < steps; ++i) t = drawn_step(t);
        t = net_.step(ops::global_average_pool{.mean = chance(2)}, {t}, quant());
        t = net_.reshape(t, {2, {1, net_.channels(t)}});
        net_.output(net_.gemm(t, constants(1, net_.channels(t), pick(1, 4)), {}, quant()));
        return std::move(net_.made);
    }

private:
    int pick(int low, int high) { return random_.between(low, high); }
    bool chance(int of) { return random_.chance(of); }

    quantization quant() {
        const int zero = net_.type == dtype::i16  ? 0
                         : net_.type == dtype::u8 ? pick(0, 2) * 127
                                                  : pick(-1, 1) * 127 - pick(0, 1);
        return {float(pick(1, 8)) / 64, zero};
    }

    ops::clamp clamp() { return chance(2) ? ops::clamp{.low = 0, .high = 6} : ops::clamp{}; }

    ops::window window(int image_rows, int image_width) {
        ops::window w;
        w.kernel_h = std::int16_t(pick(1, std::min(3, image_rows)));
        w.kernel_w = std::int16_t(pick(1, std::min(3, image_width)));
        w.stride_h = std::int16_t(pick(1, 2)), w.stride_w = std::int16_t(pick(1, 2));
        if (chance(2)) {
            w.pad_top = std::int16_t(pick(0, w.kernel_h - 1));
            w.pad_bottom = std::int16_t(pick(0, w.kernel_h - 1));
            w.pad_left = std::int16_t(pick(0, w.kernel_w - 1));
            w.pad_right = std::int16_t(pick(0, w.kernel_w - 1));
        }
        return w;
    }
    ops::window window_over(int t) {
        const row_extents in = rows_of(net_.info(t).dims);
        return window(in.rows, in.width);
    }

    /// Every third output is dead: a large bias, or products of 0.
    layer_constants constants(int taps, int depth, int outputs) {
        layer_constants c;
        const bool per_channel = chance(2);
        for (int i = 0; i < taps * depth * outputs; ++i)
            c.weights.push_back(std::int8_t(chance(2) ? 0 : pick(-127, 127)));
        for (int o = 0; o < outputs; ++o)
            c.biases.push_back(chance(3) ? pick(-1, 1) * (1 << pick(10, 29)) : pick(-500, 500));
        for (int o = 0; o < (per_channel ? outputs : 1); ++o)
            c.scales.push_back(double(pick(1, 1000)) / (1 << pick(8, chance(4) ? 28 : 18)));
        return c;
    }

    int conv(int t) {
        ops::conv op{.window = window_over(t), .clamp = clamp()};
        const int channels = net_.channels(t), outputs = pick(1, 6);
        const bool has_groups = chance(5) && channels % 2 == 0;
        if (has_groups) op.groups = 2;
        return net_.conv(t,
                         constants(op.window.kernel_h * op.window.kernel_w, channels / op.groups,
                                   outputs * op.groups),
                         op, quant());
    }
    int depthwise(int t) {
        const ops::depthwise_conv op{.window = window_over(t), .clamp = clamp()};
        const int outputs = net_.channels(t) * (chance(4) ? 2 : 1);
        return net_.depthwise(t, constants(op.window.kernel_h * op.window.kernel_w, 1, outputs), op,
                              quant());
    }
    int pointwise(int t, int outputs) {
        return net_.conv(t, constants(1, net_.channels(t), outputs), {.clamp = clamp()}, quant());
    }
    int binary(int t) {
        using enum ops::binary_function;
        const ops::binary_function all[]{add, add, subtract, multiply, maximum, minimum, prelu};
        const int channels = net_.channels(t);
        codes elements;
        for (int c = 0; c < channels; ++c) elements.push_back(pick(0, 127));
        const int other =
            chance(3) ? net_.constant({1, {channels}}, quant(), elements) : pointwise(t, channels);
        return net_.step(ops::binary{.function = all[pick(0, 6)], .clamp = clamp()}, {t, other},
                         quant());
    }

    int drawn_step(int t) {
        using enum ops::pool_function;
        const ops::pool_function pools[]{max, average, mean};
        switch (pick(0, 8)) {
            case 0:
            case 1: return conv(t);
            case 2: return depthwise(t);
            case 3:
                return net_.step(ops::pool{.function = pools[pick(0, 2)],
                                           .window = window_over(t),
                                           .count_include_pad = chance(2)},
                                 {t}, quant());
            case 4: return net_.step(ops::convert{.clamp = clamp()}, {t}, quant());
            case 5:
                return net_.step(ops::concat{.axis = 3}, {t, pointwise(t, pick(1, 4))}, quant());
            default: return binary(t);
        }
    }

    tigris::test::random_numbers random_;
    code_model net_;
};

}  // namespace

lowered_model random_code_model(std::uint64_t seed, dtype type) {
    return drawing(seed, type).make();
}

}  // namespace onnx2hpp::test
