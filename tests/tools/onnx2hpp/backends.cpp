// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/backends.hpp>

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <string>

namespace tigris::test {
namespace {

/// An image and the windows over some columns of it, and what is made of them.
struct image_case {
    dtype type = dtype::i8;
    ops::window window{};
    int32_t height = 1;
    int32_t width_out = 1;
    int32_t channels = 1;
    int32_t outputs = 1;

    explicit image_case(random_numbers& r)
        : type(r.chance(3) ? dtype::f32 : dtype::i8),
          height(r.between(16, 40)),
          width_out(r.between(2, 120)),
          channels(r.between(1, 24)),
          outputs(r.between(1, 40)) {
        const int32_t side = r.between(1, 5);
        window.kernel_h = window.kernel_w = int16_t(side);
        window.stride_h = window.stride_w = int16_t(r.between(1, 3));
        window.dilation_h = window.dilation_w = int16_t(r.chance(4) ? 2 : 1);
        window.pad_left = window.pad_right = int16_t(r.between(0, side / 2));
    }
    /// So many columns of the result, somewhere inside of the image or at its left end.
    image_case with_columns(random_numbers& r) const {
        image_case narrow = *this;
        narrow.width_out = r.between(1, width_out);
        if (r.chance(2)) narrow.window.pad_left = 0;
        if (r.chance(2)) narrow.window.pad_right = 0;
        return narrow.image()[2] <= image()[2] ? narrow : *this;
    }
    shape image() const {
        const int32_t reach = (width_out - 1) * window.stride_w +
                              (window.kernel_w - 1) * window.dilation_w + 1 - window.pad_left -
                              window.pad_right;
        return {4, {1, height, reach > 0 ? reach : 1, channels}};
    }
};

node_case image_of(const image_case& c) {
    node_case n;
    n.add_input({.type = c.type, .dims = c.image()});
    return n;
}

template <class Op>
kernel_facts facts_for(backend value, node_case n, const Op& op, const image_case& c) {
    set_output_of(n, op, c.type, {});
    return onnx2hpp::with_tag_of(value, [&](auto tag) { return facts_of(tag, op, n.all()); });
}

kernel_facts facts_of_conv(backend value, const image_case& c) {
    node_case n = image_of(c);
    n.add_constant(c.type, {4, {c.outputs, c.window.kernel_h, c.window.kernel_w, c.channels}}, {});
    return facts_for(value, n, ops::conv{.window = c.window}, c);
}

kernel_facts facts_of_depthwise_conv(backend value, const image_case& c) {
    node_case n = image_of(c);
    n.add_constant(c.type, {3, {c.window.kernel_h, c.window.kernel_w, c.channels}}, {});
    return facts_for(value, n, ops::depthwise_conv{.window = c.window}, c);
}

kernel_facts facts_of_pool(backend value, const image_case& c) {
    const ops::pool op{.function = ops::pool_function::average, .window = c.window};
    return facts_for(value, image_of(c), op, c);
}

/// `facts` gives a layer's.
template <class F>
void check_columns(const onnx2hpp::named_backend& backend, const F& facts) {
    const std::string name = backend.name;
    CAPTURE(name);
    random_numbers r(7);
    for (int i = 0; i < 300; ++i) {
        const image_case whole(r), narrow = whole.with_columns(r);
        CAPTURE(i);
        const kernel_facts all = facts(backend.value, whole), some = facts(backend.value, narrow);
        for (const int rows : {1, 2, 3, 8, 500}) {
            CAPTURE(rows);
            CHECK((all.only_whole_rows || scratch_of(some, rows) <= scratch_of(all, rows)));
        }
    }
}

}  // namespace

TEST_CASE("kernels want no more memory for some columns of an image than for all") {
    for (const onnx2hpp::named_backend& backend : onnx2hpp::backends) {
        check_columns(backend, facts_of_conv);
        check_columns(backend, facts_of_depthwise_conv);
        check_columns(backend, facts_of_pool);
    }
}

}  // namespace tigris::test
