// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/transposed_window.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

window transposed(std::map<std::string, attribute> attributes, const extents& spatial = {3},
                  int since = 22) {
    const node n{.name = "t",
                 .op_type = "ConvTranspose",
                 .since = since,
                 .attributes = std::move(attributes)};
    return transposed_window_of(n, spatial, extents(spatial.size(), 3));
}

verdict verdict_of_window(const std::map<std::string, attribute>& attributes, int since = 22) {
    return verdict_of([&] { transposed(attributes, {3}, since); });
}

const extents two{2};

}  // namespace

TEST_CASE("the output is what the kernel reaches, less pads, and more by output_padding") {
    CHECK(transposed({}).output == extents{5});
    CHECK(transposed({{"strides", two}}).output == extents{7});
    CHECK(transposed({{"strides", two}, {"pads", extents{1, 1}}}).output == extents{5});
    CHECK(transposed({{"strides", two}, {"output_padding", extents{1}}}).output == extents{8});
    CHECK(transposed({{"dilations", two}}).output == extents{7});
}

TEST_CASE("output_shape and auto_pad cut what is too much, the odd one behind or before") {
    const window given = transposed({{"strides", two}, {"output_shape", extents{6}}});
    CHECK(given.pads_begin == extents{1});
    CHECK(given.pads_end == extents{0});
    const auto same = [](const char* which) {
        return transposed({{"strides", two}, {"auto_pad", std::string(which)}});
    };
    CHECK(same("SAME_UPPER").output == extents{6});
    CHECK(same("SAME_UPPER").pads_begin == extents{0});
    CHECK(same("SAME_LOWER").pads_begin == extents{1});
    CHECK(same("VALID").output == extents{7});
    CHECK(transposed({{"output_shape", extents{1, 1, 5}}}).output == extents{5});
    const window more = transposed({{"output_shape", extents{9}}});
    CHECK(more.output == extents{9});
    CHECK(more.pads_begin == extents{0});
}

TEST_CASE("what runtimes answer in several ways, or ONNX does not know, is a diagnostic") {
    CHECK(verdict_of_window({{"strides", extents{4}}, {"auto_pad", std::string("SAME_UPPER")}})
              .says(no, "only 11 of 12"));
    CHECK(verdict_of_window({{"strides", two}, {"output_shape", extents{6}}}, 1)
              .says(no, "the other way round"));
    CHECK(verdict_of_window({{"output_shape", extents{5, 5}}}).says(bad, "output_shape"));
    for (const std::int64_t extent : {std::numeric_limits<std::int64_t>::min(), std::int64_t{0}})
        CHECK(verdict_of_window({{"output_shape", extents{extent}}})
                  .says(bad, "its output would have the spatial extents"));
    CHECK(verdict_of_window({{"pads", extents{3, 3}}}).says(bad, "[-1]"));
    CHECK(verdict_of_window({{"strides", extents{1 << 30}}}).says(bad, "impossible"));
}
