// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/resize.hpp>

#include <helpers/average_model.hpp>
#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/facts.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 1600;
using coordinates = ops::resize_coordinates;
using rule = ops::nearest_rounding;
constexpr auto linear = ops::resize_function::linear;

/// Images [1, rows, width, channels]; the output's rows and columns.
struct settings {
    ops::resize op{};
    int rows = 1;
    int width = 1;
    int rows_out = 1;
    int width_out = 1;
    int channels = 1;
    bool one_quantization = true;
};

template <class In, class Out>
constexpr node_case resizing(const settings& s, quantization from, quantization to) {
    node_case n;
    n.add_input(
        {.type = dtype_of<In>, .dims = {4, {1, s.rows, s.width, s.channels}}, .quant = from});
    n.set_output({.type = dtype_of<Out>,
                  .dims = {4, {1, s.rows_out, s.width_out, s.channels}},
                  .quant = to});
    return n;
}

template <class In, class Out>
constexpr resize_key key_of(const settings& s, rounding rounds) {
    const quantization some = is_float<In> ? quantization{} : quantization{0.5f, 3};
    const quantization other = is_float<In> ? quantization{} : quantization{0.25f, 3};
    const node_case n = resizing<In, Out>(s, some, s.one_quantization ? some : other);
    return kernels::key_of(s.op, n.all(), rounds);
}

/// An output element in units of the input, from the four elements around its place.
template <class In>
constexpr double ideal_at(const settings& s, const operands& t, const In* in, int y, int x, int c,
                          rounding rounds) {
    const bool tflite = rounds == rounding::tflite && is_tflite_resize(s.op, t);
    const auto place = [tflite](const ops::resampling& r, int32_t k) {
        return tflite ? ops::tflite_place_of(r, k) : ops::place_of(r, k);
    };
    const ops::resample_place row = place(resampling_of_rows(s.op, t), y);
    const ops::resample_place column = place(resampling_of_columns(s.op, t), x);
    const auto at = [&](int r, int k) {
        return double(in[(r * s.width + k) * s.channels + c]) - t.input(0).quant.zero_point;
    };
    const double right = column.weight, down = row.weight;
    return (1 - down) * (1 - right) * at(row.first, column.first) +
           (1 - down) * right * at(row.first, column.second) +
           down * (1 - right) * at(row.second, column.first) +
           down * right * at(row.second, column.second);
}

template <class Out>
constexpr bool is_resized(Out got, double ideal, const operands& t, bool linear_mode,
                          rounding rounds) {
    if constexpr (is_float<Out>) {
        return got - ideal < 1e-5 && ideal - got < 1e-5;
    } else {
        const result_codes codes = codes_of({}, t.output(), rounding::nearest);
        const int zero = t.input(0).quant.zero_point;
        const double ratio = double(t.input(0).quant.scale) / double(t.output().quant.scale);
        if (t.input(0).quant == t.output().quant && linear_mode && rounds == rounding::tflite) {
            const double code = ideal + zero;  // TFLite rounds codes, not units
            return got == (code > 0 ? int(code + 0.5) : int(code - 0.5));
        }
        if (t.input(0).quant == t.output().quant && linear_mode && ideal * 64 == int(ideal * 64))
            return got == clamp_to(half_even(ideal) + zero, codes);
        if (rounds == rounding::tflite && !linear_mode)
            return got == clamp_to(tflite_scaled(int64_t(ideal), quantized_multiplier(ratio)) +
                                       codes.zero_point,
                                   codes);
        return is_nearest(got, ideal * ratio, codes, 1e-4);
    }
}

template <class In>
constexpr row_window<In> first_window(const In* in, image_rows size, const ops::row_reach& reach) {
    return whole_window(in, ops::first_row_of(reach, 0), size.rows, size.row_elements);
}

/// Output rows [q, q + count) out of a ring that holds just what the reach says.
template <auto G, class Layer, class In, class Out>
constexpr void run_part(const Layer& layer, const In* in, image_rows size, Out* out, int q,
                        int count, const ops::row_reach& reach) {
    const int top = ops::first_row_of(reach, q), width = size.row_elements;
    const int slots = ops::first_row_of(reach, q + count - 1) + reach.kernel - top;
    const int slot = remainder_of(top, slots);
    In ring[capacity]{};
    for (int i = 0; i < slots * width; ++i) ring[i] = In(99);
    for (int y = top < 0 ? 0 : top; y < top + slots && y < size.rows; ++y)
        for (int i = 0; i < width; ++i)
            ring[remainder_of(y, slots) * width + i] = in[y * width + i];
    row_window<In> window = whole_window(in, top, size.rows, width);
    window.base = ring;
    window.offset = slot * width;
    window.ring_elements = slots * width;
    window.wrap = slots - slot;
    window.last = window.last < slots ? window.last : slots;
    numbered_rows<G>(portable_tag{}, layer, out, q, count, window);
}

template <auto G, class Layer, class In, class Out>
constexpr bool parts_agree(const Layer& layer, const In* in, image_rows in_size,
                           const Out* expected, image_rows out_size, const ops::row_reach& reach) {
    for (int tile = 1; tile <= 3; ++tile) {
        Out out[capacity]{};
        for (int q = 0; q < out_size.rows; q += tile) {
            const int rest = out_size.rows - q;
            run_part<G>(layer, in, in_size, out + q * out_size.row_elements, q,
                        rest < tile ? rest : tile, reach);
        }
        if (!equal(out, expected, out_size.rows * out_size.row_elements)) return false;
    }
    return true;
}

template <class In, class Out, settings S, rounding R = rounding::nearest>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 71);
    const quantization from = random_quantization<In>(r);
    const quantization to = S.one_quantization ? from : random_quantization<Out>(r);
    const node_case n = resizing<In, Out>(S, from, to);
    constexpr resize_key G = key_of<In, Out>(S, R);
    if (kernels::key_of(S.op, n.all(), R) != G) return false;
    const ops::description what = describe(S.op, n.all());
    if (what.output != n.all().output().dims) return false;

    In in[capacity]{};
    for (int i = 0; i < S.rows * S.width * S.channels; ++i) in[i] = random_element<In>(r);
    const auto layer = layer_of<In>(S.op, n.all(), n.weights(), R);
    const image_rows in_size{S.rows, S.width * S.channels};
    const image_rows out_size{S.rows_out, S.width_out * S.channels};
    Out out[capacity]{};
    numbered_rows<G>(portable_tag{}, layer, out, 0, S.rows_out,
                     first_window(in, in_size, what.reach));
    for (int y = 0, i = 0; y < S.rows_out; ++y)
        for (int x = 0; x < S.width_out; ++x)
            for (int c = 0; c < S.channels; ++c, ++i)
                if (!is_resized(out[i], ideal_at(S, n.all(), in, y, x, c, R), n.all(),
                                S.op.function == linear, R))
                    return false;
    const auto write_slices = [&](Out* slices) {
        numbered_rows<in_slices(G)>(portable_tag{}, layer, slices, 0, S.rows_out,
                                    first_window(in, in_size, what.reach));
    };
    return slices_agree<S.rows_out * S.width_out>(out, S.rows_out * S.width_out, S.channels,
                                                  write_slices) &&
           parts_agree<G>(layer, in, in_size, out, out_size, what.reach);
}

constexpr ops::resize nearest_half{},
    nearest_floor{.coordinates = coordinates::asymmetric, .nearest = rule::floor};
constexpr ops::resize nearest_corners{.coordinates = coordinates::align_corners,
                                      .nearest = rule::round_prefer_ceil};
constexpr ops::resize nearest_ceil{.nearest = rule::ceil, .scale_h = 1.9f, .scale_w = 0.8f};
constexpr ops::resize linear_half{.function = linear};
constexpr ops::resize linear_pytorch{.function = linear,
                                     .coordinates = coordinates::pytorch_half_pixel};
constexpr ops::resize linear_corners{.function = linear, .coordinates = coordinates::align_corners};
constexpr ops::resize linear_plain{.function = linear, .coordinates = coordinates::asymmetric};
constexpr ops::resize linear_symmetric{.function = linear,
                                       .coordinates = coordinates::half_pixel_symmetric,
                                       .scale_h = 0.7f,
                                       .scale_w = 1.3f};

constexpr settings twice{nearest_floor, 3, 4, 6, 8, 3}, thirds{nearest_half, 3, 2, 7, 5, 2};
constexpr settings shrunk{nearest_corners, 9, 8, 4, 5, 4, false},
    scaled{nearest_ceil, 4, 6, 7, 4, 2};
constexpr settings smooth{linear_half, 4, 3, 8, 6, 3}, smaller{linear_half, 9, 10, 4, 3, 2};
constexpr settings between{linear_corners, 5, 4, 8, 9, 3, false},
    one{linear_pytorch, 5, 6, 1, 1, 4};
constexpr settings plain{linear_plain, 3, 5, 7, 4, 2}, symmetric{linear_symmetric, 9, 5, 6, 6, 2};
constexpr settings from_one{linear_half, 1, 1, 3, 4, 2, false};
constexpr settings corners{linear_corners, 4, 7, 9, 5, 3};

template <class T>
bool keeps_an_image_of_its_size() {
    static constexpr settings s{nearest_half, 3, 3, 3, 3, 2};
    const node_case n = resizing<T, T>(s, {}, {});
    T in[18], out[18]{};
    for (int i = 0; i < 18; ++i) in[i] = T(i * 1000);
    constexpr resize_key G = key_of<int8_t, int8_t>(s, rounding::nearest);
    numbered_rows<G>(portable_tag{}, layer_of<T>(s.op, n.all(), n.weights(), rounding::nearest),
                     out, 0, 3, whole_window(&in[0], 0, 3, 6));
    return equal(in, out, 18);
}

/// Two images whose rows stay: one call, as if they were one image of twice the rows.
template <settings S>
constexpr bool joins_images(int seed) {
    random_numbers r(uint64_t(seed) * 73);
    const quantization quant = random_quantization<int8_t>(r);
    const node_case n = resizing<int8_t, int8_t>(S, quant, quant);
    constexpr resize_key G = key_of<int8_t, int8_t>(S, rounding::nearest);
    const auto layer = layer_of<int8_t>(S.op, n.all(), n.weights(), rounding::nearest);
    const ops::row_reach reach = describe(S.op, n.all()).reach;
    if (reach.kernel != 1 || reach.stride != 1 || reach.divisor != 1 || reach.pad) return false;

    const image_rows one{S.rows, S.width * S.channels}, both{2 * S.rows, S.width * S.channels};
    const int image_out = S.rows * S.width_out * S.channels;
    int8_t in[capacity]{}, apart[capacity]{}, together[capacity]{};
    for (int i = 0; i < both.rows * both.row_elements; ++i) in[i] = random_element<int8_t>(r);
    const int8_t* second = in + one.rows * one.row_elements;
    numbered_rows<G>(portable_tag{}, layer, apart, 0, S.rows, first_window(in, one, reach));
    numbered_rows<G>(portable_tag{}, layer, apart + image_out, 0, S.rows,
                     first_window(second, one, reach));
    numbered_rows<G>(portable_tag{}, layer, together, 0, 2 * S.rows, first_window(in, both, reach));
    return equal(apart, together, 2 * image_out);
}

}  // namespace

#define CHECK_RESIZE(...) TIGRIS_CHECK_SEEDS(60, agrees<__VA_ARGS__>)

TEST_CASE("the nearest pixel") {
    CHECK_RESIZE(int8_t, int8_t, twice);
    CHECK_RESIZE(uint8_t, uint8_t, thirds);
    CHECK_RESIZE(float, float, thirds);
    CHECK_RESIZE(int8_t, int8_t, shrunk);
    CHECK_RESIZE(int8_t, uint8_t, shrunk, rounding::tflite);
    CHECK_RESIZE(int8_t, int8_t, scaled);
    CHECK_RESIZE(int16_t, int16_t, thirds);
    CHECK_RESIZE(int16_t, int16_t, shrunk);
    CHECK(keeps_an_image_of_its_size<int64_t>());
}

TEST_CASE("between four pixels") {
    CHECK_RESIZE(int8_t, int8_t, smooth);
    CHECK_RESIZE(uint8_t, uint8_t, smaller);
    CHECK_RESIZE(int8_t, int8_t, between);
    CHECK_RESIZE(int8_t, uint8_t, between);
    CHECK_RESIZE(uint8_t, uint8_t, one);
    CHECK_RESIZE(int8_t, int8_t, plain);
    CHECK_RESIZE(int8_t, int8_t, from_one);
    CHECK_RESIZE(float, float, smooth);
    CHECK_RESIZE(float, float, symmetric);
    CHECK_RESIZE(float, float, corners);
}

TEST_CASE("between four pixels as TFLite computes it") {
    CHECK_RESIZE(int8_t, int8_t, smooth, rounding::tflite);
    CHECK_RESIZE(int8_t, int8_t, plain, rounding::tflite);
    CHECK_RESIZE(int8_t, int8_t, corners, rounding::tflite);
    CHECK_RESIZE(int8_t, int8_t, between, rounding::tflite);
}

TEST_CASE("halves: of codes 0 and 1 even by nearest, away from zero by tflite") {
    constexpr rescaling same{.codes = {0, -128, 127}};
    constexpr resize_key nearest{.keeps_codes = true}, tflite{.rounds = rounding::tflite};
    constexpr int64_t unit = int64_t(1) << (2 * weight_bits);
    static_assert(interpolated_code<nearest, int8_t>(unit / 2, same) == 0);
    static_assert(interpolated_code<nearest, int8_t>(-unit * 3 / 2, same) == -2);
    static_assert(interpolated_code<tflite, int8_t>(unit / 2, same) == 1);
    static_assert(interpolated_code<tflite, int8_t>(-unit / 2, same) == -1);
}

TEST_CASE("rows that stay where they are may belong to several images") {
    static constexpr settings wider{nearest_half, 5, 3, 5, 8, 2},
        smoother{linear_half, 4, 3, 4, 7, 2};
    static constexpr settings almost{{.nearest = rule::floor, .scale_h = 1.01f}, 5, 3, 5, 8, 2};
    TIGRIS_CHECK_SEEDS(30, joins_images<wider>);
    TIGRIS_CHECK_SEEDS(30, joins_images<smoother>);
    CHECK(!ops::is_identity({.in = 5, .out = 5, .scale = 1.01f, .nearest = rule::floor}));
    CHECK(agrees<int8_t, int8_t, almost>(20));
}

TEST_CASE("tables are counted") {
    static constexpr settings wider{nearest_half, 5, 3, 5, 8, 2};
    const node_case same_rows = resizing<int8_t, int8_t>(wider, {1, 0}, {1, 0});
    CHECK(facts_of(portable_tag{}, wider.op, same_rows.all()).table_bytes == 2 * 8);

    const node_case n = resizing<int8_t, int8_t>(smooth, {1, 0}, {1, 0});
    CHECK(facts_of(portable_tag{}, smooth.op, n.all()).table_bytes == 8 * (8 + 6));
    CHECK(facts_of(portable_tag{}, nearest_half, n.all()).table_bytes == 2 * (8 + 6));
}

TEST_CASE("rows stay where they are in an image that only gets wider") {
    constexpr settings wider{nearest_half, 5, 3, 5, 8, 2}, higher{nearest_half, 5, 3, 8, 3, 2};
    TIGRIS_HOLDS(keeps_rows(key_of<int8_t, int8_t>(wider, rounding::nearest)));
    TIGRIS_HOLDS(!keeps_rows(key_of<int8_t, int8_t>(higher, rounding::nearest)));
}

TEST_CASE("what does not read tables is compiled once for all extents") {
    constexpr settings wider{nearest_half, 5, 3, 5, 8, 2}, higher{nearest_half, 5, 3, 8, 3, 2};
    constexpr resize_key a = key_of<int8_t, int8_t>(wider, rounding::nearest);
    constexpr resize_key b = key_of<int8_t, int8_t>(higher, rounding::nearest);
    TIGRIS_HOLDS(!(a == b) && without_tables(a) == without_tables(b));
    constexpr resize_key smooth_key = key_of<int8_t, int8_t>(smooth, rounding::nearest);
    TIGRIS_HOLDS(!(without_tables(smooth_key) == without_tables(a)));
}
