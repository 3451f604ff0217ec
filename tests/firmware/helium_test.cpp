// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels for Helium with the instructions that tests on other machines replace.

#include <semihost.hpp>
#include <support/vector_agreement.hpp>
#include <support/window_agreement.hpp>
#include <tigris/kernels/helium/all.hpp>

using namespace tigris;
using namespace tigris::test;

namespace {

bool all_agree = true;

void report(const char* name, bool agrees) {
    semihost::print(name);
    semihost::print(agrees ? ": agrees\n" : ": DIFFERS\n");
    all_agree = all_agree && agrees;
}

/// Random layers on this backend and on the portable kernels.
template <class Op, window_settings S, rounding R, weight_order Order>
bool windows_agree() {
    for (int seed = 0; seed < 24; ++seed)
        if (!agrees_with_portable<Op, kernels::helium_tag, int8_t, S, R, Order>(seed,
                                                                                seed % 3 ? 11 : 3))
            return false;
    return true;
}

template <window_settings S>
void check_conv(const char* name) {
    using enum weight_order;
    report(name, windows_agree<ops::conv, S, rounding::nearest, canonical>() &&
                     windows_agree<ops::conv, S, rounding::tflite, canonical>() &&
                     windows_agree<ops::conv, S, rounding::nearest, helium_fours>() &&
                     windows_agree<ops::conv, S, rounding::tflite, helium_fours>());
}

template <window_settings S>
void check_depthwise(const char* name) {
    using op = ops::depthwise_conv;
    constexpr auto order = weight_order::canonical;
    report(name, windows_agree<op, S, rounding::nearest, order>() &&
                     windows_agree<op, S, rounding::tflite, order>());
}

template <rounding R, bool PerChannel, int Pieces, weight_order Order>
bool vectors_agree() {
    for (int seed = 0; seed < 40; ++seed)
        if (!vectors_agree_with_portable<kernels::helium_tag, int8_t, R, PerChannel, Pieces, Order>(
                seed))
            return false;
    return true;
}

template <rounding R, bool PerChannel, int Pieces>
void check_gemm(const char* name) {
    report(name, vectors_agree<R, PerChannel, Pieces, weight_order::canonical>() &&
                     vectors_agree<R, PerChannel, Pieces, weight_order::helium_fours>());
}

}  // namespace

int main() {
    check_conv<window_settings{}>("one tap");
    check_conv<window_settings{
        .window{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}, .channels_in = 64, .channels_out = 6}>(
        "windows in the image");
    check_conv<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 16}>(
        "windows of whole vectors");
    check_conv<window_settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels_in = 3}>(
        "windows of few channels");
    check_conv<window_settings{.window{3, 2, 1, 3, 2, 2, 4, 3, 4, 3}, .per_channel = false}>(
        "dilations");
    check_depthwise<window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>("depthwise 3x3");
    check_depthwise<window_settings{.window{3, 3, 2, 2, 1, 1, 0, 0, 1, 1}, .channels_in = 16}>(
        "depthwise 3x3 with strides");
    check_depthwise<window_settings{.window{5, 5, 1, 1, 1, 1, 2, 2, 2, 2}, .per_channel = false}>(
        "depthwise 5x5");
    check_depthwise<window_settings{.window{2, 3, 3, 1, 1, 3, 1, 0, 1, 4}}>(
        "depthwise with dilations");
    check_gemm<rounding::nearest, true, 0>("vectors, nearest");
    check_gemm<rounding::tflite, false, 0>("vectors, tflite");
    check_gemm<rounding::tflite, true, 5>("vectors in pieces");
    return all_agree ? 0 : 1;
}
