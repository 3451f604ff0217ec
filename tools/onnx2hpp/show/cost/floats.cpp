// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/floats.hpp>

#include <tigris/kernels/fast_float/shape.hpp>

#include <algorithm>
#include <string_view>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// `count` equal spans of `pixels` windows each. Under a span, `stretches` rows of `taps` taps lie
/// inside the image: a mean over the layer's rows.
struct window_spans {
    std::int64_t count;
    std::int64_t pixels;
    double stretches;
    std::int64_t taps;
};

/// The spans of each row: windows that end left or right of the image one by one, and those
/// between. Calls for a part of each row have as much of the ends as of the row.
std::vector<window_spans> spans_of(const ops::window& w, const layer_facts& l,
                                   const made_calls& m) {
    const border beside = border_of(l, w);
    const std::int64_t rows = m.count * m.rows;
    const double stretches = w.kernel_h * rows_inside(l, w),
                 share = double(m.columns) / std::max(l.out.width, 1);
    std::vector<window_spans> spans;
    for (std::int32_t x = 0; x < l.out.width; ++x)
        if (x < beside.left || x >= l.out.width - beside.right)
            spans.push_back(
                {to_nearest(double(rows) * share), 1, stretches, taps_inside(w, l.in.width, x)});
    const std::int64_t inside = to_nearest(share * (l.out.width - beside.columns()));
    if (inside > 0) spans.push_back({rows, inside, stretches, w.kernel_w});
    return spans;
}

/// Names of what products take that are made in one way.
struct product_names {
    std::string_view products, stretches, fours, rests;
};
constexpr product_names of_units{"units", "unit_stretches", "unit_fours", "unit_rests"};
constexpr product_names of_pairs{"pairs", "pair_stretches", "pair_fours", "pair_rests"};
constexpr product_names of_singles{"singles", "single_stretches", "single_fours", "single_rests"};

/// `count` products of windows and a group of outputs: each sets up its stretches, and multiplies
/// them element by element, four at a time where there are four.
void add_products(const product_names& names, std::int64_t count, double stretches,
                  std::int64_t length, feature_list& to) {
    const std::int64_t fours = length / 4, rests = length % 4;
    to.add(names.products, count);
    to.add(names.stretches, to_nearest(double(count) * stretches));
    to.add(names.fours, to_nearest(double(count) * stretches * double(fours)));
    to.add(names.rests, to_nearest(double(count) * stretches * double(rests)));
}

/// Names of the features of pixels of some channels, tap by tap.
struct channel_names {
    std::string_view pixels, stretches, taps;
};
constexpr channel_names of_threes{"threes", "three_stretches", "three_taps"};
constexpr channel_names of_sixteens{"sixteens", "sixteen_stretches", "sixteen_taps"};
constexpr channel_names of_eights{"eights", "eight_stretches", "eight_taps"};
constexpr channel_names of_fours{"fours", "four_stretches", "four_taps"};
constexpr channel_names of_rests{"rests", "rest_stretches", "rest_taps"};

void add_channels(const channel_names& names, std::int64_t count, const window_spans& s,
                  feature_list& to) {
    to.add(names.pixels, count);
    to.add(names.stretches, to_nearest(double(count) * s.stretches));
    to.add(names.taps, to_nearest(double(count) * s.stretches * double(s.taps)));
}

bool has_registers_for_floats(backend b) { return b == arm_dsp || b == helium; }

/// Windows and outputs that are multiplied at once.
struct product_unit {
    std::int64_t windows, outputs;
};
product_unit unit_of(backend b) { return b == helium ? product_unit{3, 8} : product_unit{4, 4}; }

}  // namespace

bool has_spans(const ops::conv&, const layer_facts& l) {
    return has_registers_for_floats(l.backend) &&
           l.tensors.input(1).order == weight_order::float_fours;
}

bool has_spans(const ops::depthwise_conv&, const layer_facts& l) {
    return has_registers_for_floats(l.backend) && l.tensors.input(0).type == dtype::f32;
}

void add_spans(const ops::conv& op, const layer_facts& l, const made_calls& m, feature_list& to) {
    const ops::window& w = op.window;
    const product_unit unit = unit_of(l.backend);
    const std::int64_t groups = blocks_of(l.out.channels, unit.outputs);
    const bool by_tap = w.dilation_w != 1;
    const auto spans =
        are_pixels(w) ? std::vector<window_spans>{{m.count, std::int64_t(m.rows) * m.columns, 1, 1}}
                      : spans_of(w, l, m);
    for (const window_spans& s : spans) {
        const double stretches = s.stretches * double(by_tap ? s.taps : 1);
        const std::int64_t length = (by_tap ? 1 : s.taps) * l.in.channels;
        to.add("spans", s.count);
        to.add("span_stretches", to_nearest(double(s.count) * stretches));
        to.add("span_groups", s.count * groups);
        add_products(of_units, s.count * (s.pixels / unit.windows) * groups, stretches, length, to);
        const std::int64_t rest = s.pixels % unit.windows;
        if (l.backend == helium && rest == 2)
            add_products(of_pairs, s.count * groups, stretches, length, to);
        else
            add_products(of_singles, s.count * rest * groups, stretches, length, to);
        if (l.out.channels % 4) to.add("tail_results", s.count * s.pixels * (l.out.channels % 4));
    }
}

void add_spans(const ops::depthwise_conv& op, const layer_facts& l, const made_calls& m,
               feature_list& to) {
    const std::int64_t channels = l.out.channels, fours = channels / 4, rest = channels % 4;
    for (const window_spans& s : spans_of(op.window, l, m)) {
        to.add("spans", s.count);
        to.add("span_stretches", to_nearest(double(s.count) * s.stretches));
        to.add("span_fours", s.count * fours);
        const std::int64_t threes = s.pixels / 3, singles = s.pixels % 3;
        if (l.backend == helium) {
            add_channels(of_sixteens, s.count * s.pixels * (channels / 16), s, to);
            add_channels(of_fours, s.count * s.pixels * (fours % 4), s, to);
            add_channels(of_rests, rest ? s.count * s.pixels : 0, s, to);
        } else {
            add_channels(of_threes, s.count * threes * fours, s, to);
            add_channels(of_eights, s.count * singles * (channels / 8), s, to);
            add_channels(of_fours, s.count * singles * (fours % 2), s, to);
            add_channels(of_rests, s.count * s.pixels * rest, s, to);
        }
    }
}

}  // namespace onnx2hpp
