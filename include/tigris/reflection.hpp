// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Adapts the operators' attributes for Boost.Hana, so that the tool prints all of them by one
// function. A new operator gets a line here; a forgotten member is a compile error.

// C's <complex.h> has a macro I.
#pragma push_macro("I")
#undef I
#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/size.hpp>
#pragma pop_macro("I")
#include <tigris/ops/list.hpp>

BOOST_HANA_ADAPT_STRUCT(tigris::ops::window, kernel_h, kernel_w, stride_h, stride_w, dilation_h,
                        dilation_w, pad_top, pad_left, pad_bottom, pad_right);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::clamp, low, high);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::conv, window, groups, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::depthwise_conv, window, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::gemm, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::pool, function, window, count_include_pad, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::global_average_pool, mean, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::binary, function, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::softmax, logarithm);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::convert, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::pad, before, after, value, mode, number);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::transpose, axes);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::reshape);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::concat, axis);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::resize, function, coordinates, nearest, scale_h, scale_w);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::gather, by, axis);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::scatter, by, reduction, axis);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::slice, begin, step);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::tile);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::select);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::conv_nd, strides, dilations, upsampling, pads, groups, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::conv_transpose, window, groups, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::pool_nd, function, kernel, strides, dilations, pads,
                        pads_behind, p, count_include_pad, column_major, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::max_unpool, places);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::interpolate, axis, outside);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::grid_sample, mode, padding, align_corners);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::roi_align, takes_max, half_pixel, sampling_ratio,
                        spatial_scale);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::col2im, kernel, strides, dilations, pads, positions);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::deform_conv, window, groups, offset_groups, has_bias,
                        has_mask);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::gate_activation, function, alpha, beta);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::recurrent, function, direction, activations, clip,
                        input_forget, linear_before_reset, has_bias, has_lengths, has_initial_h,
                        has_initial_c, has_peepholes, gives_steps, gives_last_h, gives_last_c);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::unary, function, alpha, beta);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::reduce, function, axes);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::arg_reduce, minimum, last, axis);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::cumulate, function, axis, exclusive, reverse);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::top_k, k, axis, smallest, indices);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::normalize, function, axes, epsilon);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::lrn, size, alpha, beta, bias);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::matmul, transposed, clamp);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::non_max_suppression, most, most_of_class, largest_overlap,
                        lowest_score, centered);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::pivots);
BOOST_HANA_ADAPT_STRUCT(tigris::ops::tree_ensemble, aggregate, votes, targets, jump_bits,
                        feature_bits, nan_bits, test_bits, nan_passes, has_threshold_places,
                        has_leaf_places, has_base);

namespace tigris::reflection {

/// Converts to the initializer of any member, to count how many an aggregate takes.
struct any_member {
    template <class T>
    constexpr operator T() const;
};

template <class T, class... Members>
constexpr int count_members() {
    if constexpr (requires { T{Members{}..., any_member{}}; })
        return count_members<T, Members..., any_member>();
    else
        return int(sizeof...(Members));
}

template <class T>
inline constexpr int adapted_members =
    int(decltype(boost::hana::size(boost::hana::accessors<T>()))::value);

}  // namespace tigris::reflection
