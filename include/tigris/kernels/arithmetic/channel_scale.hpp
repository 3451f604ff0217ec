// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Sums of one output channel rescaled to codes.

#include <tigris/kernels/arithmetic/epilogue.hpp>
#include <tigris/kernels/arithmetic/high_product.hpp>

namespace tigris::kernels::by_channel {

/// What a channel's sums are rescaled by. Where the scale is_short(), sums that begin at the bias
/// need few instructions: the high word of a product, a constant (rounding and zero point), a
/// shift. Otherwise finish() (kernels/arithmetic/epilogue.hpp) says what sums that begin at 0
/// become.
struct channel_scale {
    int32_t multiplier = 0;  // for tflite: twice that less 2^32
    int32_t constant = 0;
    int32_t right = 0;
    int32_t bias = 0;

    constexpr bool is_short() const { return right != 0; }
};

/// The most bits by which short scales shift; the least is one.
inline constexpr int32_t most_short_shift = 22;
constexpr bool is_short_shift(int32_t right) { return uint32_t(right - 1) < most_short_shift; }

/// How far from 0 a bias may be so that it and `products` products stay below 2^30; less than 0
/// where nothing is near enough.
constexpr int32_t bias_room(int32_t products) {
    constexpr int32_t limit = 1 << 30, largest_product = 128 * 128;
    return products < limit / largest_product ? limit - 1 - products * largest_product : -1;
}

/// finish() (kernels/arithmetic/epilogue.hpp) out of line: few channels need it.
template <finish_key Key>
[[gnu::noinline]] constexpr int8_t finish_slowly(const epilogue<int8_t>& e, int32_t channel,
                                                 int32_t sum) {
    return finish<Key, int8_t>(e, channel, sum);
}

/// What the least and the largest sum of `products` products become, if that is the same code, or
/// no_code: dead channels have large biases and vanishing multipliers.
inline constexpr int32_t no_code = 256;
template <finish_key Key>
[[gnu::noinline]] constexpr int32_t constant_code(const epilogue<int8_t>& e, int32_t channel,
                                                  int32_t products) {
    if (bias_room(products) < 0) return no_code;
    const int32_t largest = products * 128 * 128;
    // The least multiplier of tflite halves the sum, which must not reach the code.
    if (Key.rounds == rounding::tflite && largest >= 1 << 24) return no_code;
    const int32_t low = finish_slowly<Key>(e, channel, -largest);
    return low == finish_slowly<Key>(e, channel, largest) ? low : no_code;
}

/// Short scales as rescaled() wants them: a constant is added, and a shift rounds.
struct shifted_form {
    [[gnu::always_inline]] static constexpr channel_scale scale(int32_t multiplier,
                                                                int32_t zero_point, int32_t right,
                                                                int32_t bias) {
        return {multiplier, int32_t(uint32_t(2 * zero_point + 1) << (right - 1)), right, bias};
    }
};

/// A scale that makes a code of every sum, or one that is not short.
template <rounding Rounds, class Form = shifted_form>
[[gnu::always_inline]] constexpr channel_scale constant_scale(int32_t code) {
    if (code == no_code) return {};
    return Form::scale(Rounds == rounding::nearest ? 0 : INT32_MIN, code, 24, 0);
}

/// A multiplier as rescaled() wants it. Those of tflite that are not 0 lie in [2^30, 2^31), so that
/// twice that less 2^32 is negative; others it cannot have.
template <rounding Rounds>
constexpr int32_t short_multiplier(int32_t multiplier) {
    return Rounds == rounding::nearest ? multiplier : int32_t(uint32_t(multiplier) * 2);
}
template <rounding Rounds>
constexpr bool is_short_multiplier(int32_t made) {
    return Rounds == rounding::nearest || made < 0;
}

/// The biases near enough to 0 for `products` products to be added.
struct bias_range {
    uint32_t room;
    uint32_t count;

    // Out of line it would keep a scale_reader on the stack.
    [[gnu::always_inline]] explicit constexpr bias_range(int32_t products)
        : room(bias_room(products) < 0 ? 0 : uint32_t(bias_room(products))),
          count(bias_room(products) < 0 ? 0 : 2 * room + 1) {}

    [[gnu::always_inline]] constexpr bool holds(int32_t bias) const {
        return uint32_t(bias) + room < count;
    }
};

/// What a shift of requantize() (kernels/arithmetic/requantize.hpp) leaves for rescaled() to shift
/// by.
template <rounding Rounds>
constexpr int32_t right_of(int8_t shift) {
    return (Rounds == rounding::nearest ? -1 : 0) - shift;
}

/// Whether a channel's scale is short: its shift, its multiplier as short_multiplier() makes it,
/// and its bias.
template <rounding Rounds>
[[gnu::always_inline]] constexpr bool is_short(int32_t right, int32_t multiplier, int32_t bias,
                                               const bias_range& biases) {
    return is_short_shift(right) && is_short_multiplier<Rounds>(multiplier) && biases.holds(bias);
}

template <class T>
constexpr bool are_between(const T* values, int32_t count, int32_t low, int32_t high) {
    const uint32_t first = uint32_t(low), span = uint32_t(high) - first;
    for (int32_t i = 0; i < count; ++i)
        if (uint32_t(values[i]) - first > span) return false;
    return true;
}

/// Whether the scales of all channels are short. Not by is_short(): the compiler asks for each
/// channel of a model, and calls take most of its time.
template <rounding Rounds>
constexpr bool are_short(const epilogue<int8_t>& e, int32_t outputs, bool per_channel,
                         int32_t products) {
    const int32_t scales = per_channel ? outputs : 1, room = bias_room(products);
    constexpr int32_t least_shift = right_of<Rounds>(0) - most_short_shift;
    constexpr int32_t most_shift = right_of<Rounds>(0) - 1;
    return are_between(e.shifts, scales, least_shift, most_shift) &&
           (Rounds == rounding::nearest ||
            are_between(e.multipliers, scales, 1 << 30, INT32_MAX)) &&
           room >= 0 && (!e.bias || are_between(e.bias, outputs, -room, room));
}

/// Whether all channels of a layer have short scales. A sum has `products` products. Where results
/// are the sums there are no scales.
constexpr bool has_short_scales(const ops::clamp& c, const operands& t,
                                view<const constant> constants, rounding rounds, int32_t outputs,
                                int32_t products) {
    if (t.output().type == dtype::i32) return true;
    const epilogue<int8_t> e = epilogue_of<int8_t>(c, t, constants, rounds);
    return rounds == rounding::nearest
               ? are_short<rounding::nearest>(e, outputs, is_per_channel(t), products)
               : are_short<rounding::tflite>(e, outputs, is_per_channel(t), products);
}
constexpr bool has_short_scales(const ops::conv& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    const shape w = t.input(1).dims;
    return has_short_scales(op.clamp, t, constants, rounds, w[0], w[1] * w[2] * w[3]);
}
constexpr bool has_short_scales(const ops::depthwise_conv& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    return has_short_scales(op.clamp, t, constants, rounds, rows_of(t.output().dims).channels,
                            op.window.kernel_h * op.window.kernel_w);
}
constexpr bool has_short_scales(const ops::gemm& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    const shape w = t.input(1).dims;
    return has_short_scales(op.clamp, t, constants, rounds, w[0], w[1]);
}

/// Reads the scales of a layer whose sums are of `products` products, channel by channel; what is
/// the same for all is looked up once.
template <finish_key Key, class Form = shifted_form>
class scale_reader {
public:
    [[gnu::always_inline]] constexpr scale_reader(const epilogue<int8_t>& e, int32_t products)
        : e_(e),
          bias_(e.bias),
          multipliers_(e.multipliers),
          shifts_(e.shifts),
          zero_point_(e.codes.zero_point),
          biases_(products),
          products_(products) {}

    /// With |sum| < 2^30 and right <= 22 nothing below leaves 32 bits: the high word is below 2^30,
    /// the constant below 2^29 + 2^22. A shift of 0 would have to round nothing.
    [[gnu::always_inline]] constexpr channel_scale operator()(int32_t channel) const {
        return of_bias(channel, bias_ ? bias_[channel] : 0);
    }
    [[gnu::always_inline]] constexpr channel_scale of_bias(int32_t channel, int32_t bias) const {
        const int32_t place = Key.per_channel ? channel : 0;
        const int32_t right = right_of<Key.rounds>(shifts_[place]);
        const int32_t multiplier = short_multiplier<Key.rounds>(multipliers_[place]);
        if (!Key.short_scales && !is_short<Key.rounds>(right, multiplier, bias, biases_))
            [[unlikely]]
            return constant_scale<Key.rounds, Form>(constant_code<Key>(e_, channel, products_));
        return Form::scale(multiplier, zero_point_, right, bias);
    }

private:
    const epilogue<int8_t>& e_;
    const int32_t* bias_;
    const int32_t* multipliers_;
    const int8_t* shifts_;
    int32_t zero_point_;
    bias_range biases_;
    int32_t products_;
};

/// Whether a scale that a scale_reader gave is short.
template <finish_key Key>
[[gnu::always_inline]] constexpr bool is_short(const channel_scale& s) {
    return Key.short_scales || s.is_short();
}

/// nearest: halves up, in one step. tflite: the doubled product's high word, then halves away from
/// zero: a negative one is brought one nearer to them. Source: kernels/arithmetic/requantize.hpp.
template <rounding Rounds>
[[gnu::always_inline]] inline int32_t rescaled(int32_t sum, int32_t multiplier, int32_t constant,
                                               int32_t right) {
    if constexpr (Rounds == rounding::nearest)
        return add_high_product(constant, sum, multiplier) >> right;
    const int32_t product = add_rounded_product(sum, sum, multiplier);
    return (product + (product >> 31) + constant) >> right;
}
template <rounding Rounds>
[[gnu::always_inline]] inline int32_t rescaled(int32_t sum, const channel_scale& s) {
    return rescaled<Rounds>(sum, s.multiplier, s.constant, s.right);
}

[[gnu::always_inline]] constexpr bool is_limited(const result_codes& codes) {
    return codes.low > -128 || codes.high < 127;
}

[[gnu::always_inline]] constexpr int32_t limited(int32_t code, const result_codes& codes) {
    const int32_t raised = code < codes.low ? codes.low : code;
    return raised > codes.high ? codes.high : raised;
}

}  // namespace tigris::kernels::by_channel
