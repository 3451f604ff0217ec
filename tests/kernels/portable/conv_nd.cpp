// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/conv_nd.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 200;

/// A signal [1, length, channels]; kernel of `taps`.
struct settings {
    int length = 1;
    int length_out = 1;
    int channels = 1;
    int outputs = 1;
    int taps = 1;
    int groups = 1;
    int stride = 1;
    int dilation = 1;
    int pad = 0;
    bool transposed = false;
};

constexpr settings random_settings(random_numbers& r) {
    settings s;
    s.groups = r.between(1, 2);
    s.channels = s.groups * r.between(1, 2);
    s.outputs = s.groups * r.between(1, 3);
    s.taps = r.between(1, 3);
    s.stride = r.between(1, 3);
    s.dilation = r.between(1, 2);
    s.transposed = r.chance(2);
    const int span = (s.taps - 1) * s.dilation + 1;
    s.length = r.between(span, 7);
    s.pad = r.between(0, span - 1);
    s.length_out = s.transposed ? (s.length - 1) * s.stride + span - s.pad
                                : (s.length + 2 * s.pad - span) / s.stride + 1;
    return s;
}

constexpr ops::conv_nd operator_of(const settings& s) {
    ops::conv_nd op{.groups = s.groups};
    op.strides[2] = s.transposed ? 1 : s.stride;
    op.upsampling[2] = s.transposed ? s.stride : 1;
    op.dilations[2] = s.transposed ? -s.dilation : s.dilation;
    op.pads[2] = s.transposed ? -s.pad : s.pad;
    return op;
}

/// Each product is added where it belongs, as ONNX defines both forms.
template <class T>
constexpr void scatter(const settings& s, const T* x, const T* w, const T* bias, T* out) {
    const int channels = s.channels / s.groups, outputs = s.outputs / s.groups;
    for (int y = 0; y < s.length_out; ++y)
        for (int o = 0; o < s.outputs; ++o) out[y * s.outputs + o] = bias[o];
    for (int i = 0; i < s.length; ++i)
        for (int k = 0; k < s.taps; ++k) {
            const int ahead = i + s.pad - k * s.dilation;
            const int y = s.transposed            ? i * s.stride - s.pad + k * s.dilation
                          : ahead % s.stride == 0 ? ahead / s.stride
                                                  : -1;
            if (y < 0 || y >= s.length_out || (!s.transposed && ahead < 0)) continue;
            for (int o = 0; o < s.outputs; ++o)
                for (int c = 0; c < channels; ++c)
                    out[y * s.outputs + o] += x[i * s.channels + o / outputs * channels + c] *
                                              w[(o * s.taps + k) * channels + c];
        }
}

template <class T>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 71);
    const settings s = random_settings(r);
    const ops::conv_nd op = operator_of(s);
    constexpr dtype type = dtype_of<T>;
    node_case n;
    n.add_input({.type = type, .dims = {3, {1, s.length, s.channels}}});
    n.add_input({.type = type, .dims = {3, {s.outputs, s.taps, s.channels / s.groups}}});
    n.add_input({.type = type, .dims = {1, {s.outputs}}});
    n.set_output({.type = type, .dims = {3, {1, s.length_out, s.outputs}}});
    if (!(describe(op, n.all()).output == n.all().output().dims)) return false;
    T x[capacity]{}, w[capacity]{}, bias[capacity]{}, out[capacity]{}, expected[capacity]{};
    for (T& number : x) number = T(r.between(-9, 9));
    for (T& number : w) number = T(r.between(-9, 9));
    for (T& number : bias) number = T(r.between(-9, 9));
    constexpr plain_key<ops::conv_nd> G;
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    whole<G>(portable_tag{}, layer_of<T>(op, n.all(), n.weights(), rounding::nearest), out,
             static_cast<const T*>(x), static_cast<const T*>(w), static_cast<const T*>(bias));
    scatter(s, x, w, bias, expected);
    for (int i = 0; i < s.length_out * s.outputs; ++i)
        if (out[i] != expected[i]) return false;
    return true;
}

}  // namespace

TEST_CASE("forward and transposed sums are those of single products, in groups, of both types") {
    TIGRIS_CHECK_SEEDS(70, agrees<float>);
    TIGRIS_CHECK_SEEDS(70, agrees<int32_t>);
}
