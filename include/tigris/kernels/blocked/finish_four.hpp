// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What four outputs' sums begin with, and how they become results.

#include <tigris/kernels/arithmetic/channel_scale.hpp>
#include <tigris/kernels/portable/facts.hpp>

namespace tigris::kernels {

/// Whether all scales of a layer of signed bytes are short; other layers have no scales.
template <adds_products Op>
constexpr bool has_short_scales(blocked_tag, const Op& op, const operands& t,
                                view<const constant> constants, rounding rounds) {
    return t.input(0).type != dtype::i8 || t.output().type != dtype::i8 ||
           by_channel::has_short_scales(op, t, constants, rounds);
}

namespace blocked_kernels {

struct four_scales {
    by_channel::channel_scale of[4];

    bool are_short() const {
        return of[0].is_short() && of[1].is_short() && of[2].is_short() && of[3].is_short();
    }
};

/// Scales of outputs [first, first + count), at most four; the first stands for missing ones.
template <finish_key Key>
[[gnu::noinline]] inline four_scales read_scales(const epilogue<int8_t>& e, int32_t first,
                                                 int32_t count, int32_t products) {
    const by_channel::scale_reader<Key> scale(e, products);
    return {{scale(first), scale(first + (count > 1)), scale(first + (count > 2) * 2),
             scale(first + (count > 3) * 3)}};
}

/// Turns sums into results for outputs [first, first + count), at most four. A sum has `products`
/// products.
template <finish_key Key, class T, class Out = T>
struct finisher;

/// Results are the sums.
template <finish_key Key>
struct finisher<Key, int8_t, int32_t> {
    static constexpr bool is_short = true;

    int32_t count;
    int32_t starts[4]{};

    finisher(const epilogue<int8_t>&, int32_t, int32_t n, int32_t) : count(n) {}
    template <bool>
    [[gnu::always_inline]] void finish(const int32_t (&sums)[4], int32_t* out) const {
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i)
            if (i < count) out[i] = sums[i];
    }
};

/// `is_short`: all four there are take few instructions. Otherwise sums begin at 0, and finish()
/// (kernels/arithmetic/epilogue.hpp) says what they become.
template <finish_key Key>
struct finisher<Key, int8_t> {
    const epilogue<int8_t>& e;
    int32_t first;
    int32_t count;
    int32_t low;
    int32_t high;
    four_scales scales;
    bool is_short;
    int32_t starts[4];

    [[gnu::always_inline]] finisher(const epilogue<int8_t>& result, int32_t o, int32_t n,
                                    int32_t products)
        : e(result),
          first(o),
          count(n),
          low(result.codes.low),
          high(result.codes.high),
          scales(read_scales<Key>(result, o, n, products)),
          is_short(n == 4 && (Key.short_scales || scales.are_short())) {
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) starts[i] = is_short ? scales.of[i].bias : 0;
    }
    template <bool IsShort>
    [[gnu::always_inline]] void finish(const int32_t (&sums)[4], int8_t* out) const {
        if constexpr (!IsShort)
            return finish_slowly(sums, out);
        else
#pragma GCC unroll 4
            for (int i = 0; i < 4; ++i) out[i] = code(scales.of[i], sums[i]);
    }

private:
    [[gnu::always_inline]] int8_t code(const by_channel::channel_scale& s, int32_t sum) const {
        const int32_t code = by_channel::rescaled<Key.rounds>(sum, s);
        const int32_t raised = code < low ? low : code;
        return int8_t(raised > high ? high : raised);
    }
    [[gnu::noinline]] void finish_slowly(const int32_t (&sums)[4], int8_t* out) const {
        for (int32_t i = 0; i < count; ++i)
            out[i] = kernels::finish<Key, int8_t>(e, first + i, sums[i]);
    }
};

template <finish_key Key>
struct finisher<Key, float> {
    static constexpr bool is_short = true;

    const epilogue<float>& e;
    int32_t first;
    int32_t count;
    float starts[4]{};

    finisher(const epilogue<float>& result, int32_t o, int32_t n, int32_t)
        : e(result), first(o), count(n) {}
    template <bool>
    [[gnu::always_inline]] void finish(const float (&sums)[4], float* out) const {
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i)
            if (i < count) out[i] = kernels::finish<Key, float>(e, first + i, sums[i]);
    }
};

}  // namespace blocked_kernels
}  // namespace tigris::kernels
