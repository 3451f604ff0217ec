// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/window.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

node pool(std::map<std::string, attribute> attributes) {
    return {.name = "p", .op_type = "MaxPool", .since = 12, .attributes = std::move(attributes)};
}

}  // namespace

TEST_CASE("explicit pads, strides and dilations") {
    const window w = window_of(pool({{"kernel_shape", extents{3, 2}},
                                     {"strides", extents{2, 1}},
                                     {"dilations", extents{2, 1}},
                                     {"pads", extents{1, 0, 2, 1}}}),
                               {10, 5});
    CHECK(w.output == extents{5, 5});  // (10 + 3 - 5) / 2 + 1 and (5 + 1 - 2) / 1 + 1
    CHECK(w.pads_begin == extents{1, 0});
    CHECK(w.pads_end == extents{2, 1});
}

TEST_CASE("the kernel's extents come from the weights where the attribute is absent") {
    CHECK(window_of({.op_type = "Conv"}, {8}, {3}).output == extents{6});
}

TEST_CASE("SAME pads to ceil(input / stride), the odd one behind or before") {
    const auto same = [](const char* which, std::int64_t extent, std::int64_t stride) {
        return window_of(pool({{"kernel_shape", extents{3}},
                               {"strides", extents{stride}},
                               {"auto_pad", std::string(which)}}),
                         {extent});
    };
    CHECK(same("SAME_UPPER", 7, 2).output == extents{4});
    CHECK(same("SAME_UPPER", 8, 2).output == extents{4});
    CHECK(same("SAME_UPPER", 8, 2).pads_begin == extents{0});
    CHECK(same("SAME_UPPER", 8, 2).pads_end == extents{1});
    CHECK(same("SAME_LOWER", 8, 2).pads_begin == extents{1});
    CHECK(same("SAME_LOWER", 8, 2).pads_end == extents{0});
    CHECK(same("SAME_UPPER", 2, 5).pads_begin == extents{0});
    CHECK(same("SAME_UPPER", 2, 5).pads_end == extents{1});
    CHECK(same("VALID", 8, 2).output == extents{3});
}

TEST_CASE("ceil_mode adds a window, but none that starts in the padding behind the input") {
    const auto ceiled = [](std::int64_t extent, std::int64_t kernel, std::int64_t stride,
                           std::int64_t pad) {
        return window_of(pool({{"kernel_shape", extents{kernel}},
                               {"strides", extents{stride}},
                               {"pads", extents{pad, pad}},
                               {"ceil_mode", std::int64_t{1}}}),
                         {extent})
            .output[0];
    };
    CHECK(ceiled(4, 3, 2, 0) == 2);
    CHECK(ceiled(5, 3, 2, 0) == 2);
    CHECK(ceiled(2, 1, 2, 0) == 1);  // ONNX: maxpool_2d_ceil_output_size_reduce_by_one
    CHECK(ceiled(4, 2, 3, 1) == 2);
}

TEST_CASE("an auto_pad that runtimes read in several ways is not supported") {
    const auto outcome_of = [](const char* which, std::int64_t extent, std::int64_t kernel,
                               std::int64_t stride, std::int64_t dilation, const char* op_type) {
        node n = pool({{"kernel_shape", extents{kernel}},
                       {"strides", extents{stride}},
                       {"dilations", extents{dilation}},
                       {"auto_pad", std::string(which)},
                       {"ceil_mode", std::int64_t{1}}});
        n.op_type = op_type;
        return verdict_of([&] { window_of(n, {extent}); });
    };
    const auto unsupported = outcome::unsupported;
    CHECK(outcome_of("SAME_UPPER", 9, 1, 3, 1, "Conv").says(unsupported, "auto_pad skips"));
    CHECK(outcome_of("SAME_LOWER", 9, 1, 3, 1, "MaxPool").says(unsupported, "auto_pad skips"));
    CHECK(outcome_of("SAME_UPPER", 8, 1, 2, 1, "Conv").code == outcome::success);
    CHECK(outcome_of("SAME_UPPER", 8, 2, 1, 3, "MaxPool").says(unsupported, "dilated pool"));
    CHECK(outcome_of("SAME_UPPER", 8, 1, 1, 3, "MaxPool").code == outcome::success);
    CHECK(outcome_of("SAME_UPPER", 8, 2, 1, 3, "Conv").code == outcome::success);
    CHECK(outcome_of("VALID", 7, 4, 2, 1, "MaxPool").says(unsupported, "ceil_mode"));
    CHECK(outcome_of("VALID", 8, 4, 2, 1, "MaxPool").code == outcome::success);
}

TEST_CASE("attributes that make no window are bad input") {
    const auto refuses = [](std::map<std::string, attribute> attributes, const std::string& part) {
        attributes.emplace("kernel_shape", extents{3, 3});
        return verdict_of([&] {
                   window_of(pool(attributes), {4, 4});
               })
            .says(outcome::bad_input, part);
    };
    CHECK(refuses({{"strides", extents{0, 1}}}, "'strides'"));
    CHECK(refuses({{"strides", extents{1}}}, "must have 2 numbers"));
    CHECK(refuses({{"dilations", extents{1, 0}}}, "'dilations'"));
    CHECK(refuses({{"dilations", extents{1, 2}}}, "its window spans 5 positions"));
    CHECK(refuses({{"pads", extents{-1, 0, 0, 0}}}, "'pads'"));
    CHECK(refuses({{"pads", extents{0, 0}}}, "must have 4 numbers"));
    CHECK(refuses({{"auto_pad", std::string("SAME")}}, "'SAME'"));
    CHECK(refuses({{"auto_pad", std::string("VALID")}, {"pads", extents{1, 1, 1, 1}}}, "both"));
    CHECK(refuses({{"kernel_shape", extents{5, 1}}}, "its window spans 5 positions"));
    CHECK(refuses({{"kernel_shape", extents{INT64_MAX, 1}}}, "'kernel_shape'"));
}
