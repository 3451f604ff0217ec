// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/dynamic_quantize.hpp>

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>
#include <helpers/seeds.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

/// Saturated; halves to even.
int expected(float x, const float* range, int base) {
    const double code = std::nearbyint(double(x / range[0])) + double(range[1]);
    return int(std::clamp(code, 0.0, 255.0)) - base;
}

template <class Out>
bool agrees(int seed) {
    random_numbers r{uint64_t(seed)};
    const int base = is_same<Out, int8_t> ? 128 : 0;
    const bool has_border = r.chance(2);
    const int height = r.between(1, 5), width = r.between(1, 5), channels = r.between(1, 4);
    ops::dynamic_quantize op;
    for (int axis = 1; axis < 3; ++axis)
        if (has_border) op.before[axis] = r.between(0, 2), op.after[axis] = r.between(0, 2);
    node_case n;
    n.add_input({.dims = {4, {1, height, width, channels}}});
    n.add_input({.dims = {1, {2}}});
    set_output_of(n, op, is_same<Out, int8_t> ? dtype::i8 : dtype::u8, {});
    const auto layer = layer_of<float>(op, n.all(), {}, rounding::nearest);
    if (key_of(op, n.all(), rounding::tflite) != plain_key<ops::dynamic_quantize>{}) return false;
    const float range[]{r.chance(3) ? 0.5f : float(r.unit() + 0.01), float(r.between(0, 255))};
    std::vector<float> x(std::size_t(height * width * channels));
    for (float& element : x) element = float(r.between(-600, 600)) / 4 * range[0];
    const shape dims = n.all().output().dims;
    std::vector<Out> out(std::size_t(element_count(dims)));
    if (describe(op, n.all()).contract == ops::contract::whole)
        whole<plain_key<ops::dynamic_quantize>{}>(portable_tag{}, layer, out.data(), x.data(),
                                                  static_cast<const float*>(range));
    else
        rows<plain_key<ops::dynamic_quantize>{}>(
            portable_tag{}, layer, out.data(), height,
            whole_window(x.data(), 0, height, width * channels), whole_window(range, 0, 1, 2));
    for (int y = 0; y < dims[1]; ++y)
        for (int column = 0; column < dims[2]; ++column)
            for (int c = 0; c < channels; ++c) {
                const int iy = y - op.before[1], ix = column - op.before[2];
                const bool inside = iy >= 0 && iy < height && ix >= 0 && ix < width;
                const int code =
                    inside ? expected(x[std::size_t((iy * width + ix) * channels + c)], range, base)
                           : int(range[1]) - base;
                if (out[std::size_t((y * dims[2] + column) * channels + c)] != code) return false;
            }
    return true;
}

}  // namespace

TEST_CASE("codes are rounded half to even and saturate; the border is the zero point") {
    for (int seed = 0; seed < seeds(150); ++seed) {
        CHECK(agrees<int8_t>(seed));
        CHECK(agrees<uint8_t>(seed));
    }
}
