// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/identifiers.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("a name with a capital and a small letter stays") {
    identifiers names;
    CHECK(names.make("conv", "stem_Conv") == "stem_Conv");
    CHECK(names.make("conv", "Conv2D") == "Conv2D");
}

TEST_CASE("other characters become underscores, and digits get the operator before them") {
    identifiers names;
    CHECK(names.make("conv", "model/conv2d/Relu;model/bn:0") == "model_conv2d_Relu_model_bn_0");
    CHECK(names.make("gemm", "11") == "gemm_11_");
    CHECK(names.make("gemm", "/12/X") == "gemm_12_X");
    CHECK(names.make("pad", "") == "pad_");
    CHECK(names.make("pool", "\xc3\xa9") == "pool_");
}

TEST_CASE("a name that a macro may have gets an underscore") {
    identifiers names;
    CHECK(names.make("conv", "INT8_MAX") == "INT8_MAX_");
    CHECK(names.make("conv", "M_PI") == "M_PI_");
    CHECK(names.make("conv", "errno") == "errno_");
    CHECK(names.make("conv", "st_atime") == "st_atime_");
    CHECK(names.make("conv", "PRIx8") == "PRIx8_");
    CHECK(names.make("conv", "P_tmpdir") == "P_tmpdir_");
    CHECK(names.make("conv", "PRIsm") == "PRIsm_");
    CHECK(names.make("conv", "PRISM_conv") == "PRISM_conv");
}

TEST_CASE("keywords are not identifiers") {
    identifiers names;
    CHECK(names.make("conv", "while") == "while_");
}

TEST_CASE("equal names get numbers, around names that are taken") {
    identifiers names;
    CHECK(names.make("add", "Sum") == "Sum");
    CHECK(names.make("add", "Sum_2") == "Sum_2");
    CHECK(names.make("add", "Sum") == "Sum_3");
    CHECK(names.make("add", "Sum;") == "Sum_4");
    CHECK(names.make("add", "sum") == "sum_");
    CHECK(names.make("add", "sum") == "sum_2_");
    CHECK(names.make("add", "sum_") == "sum_3_");
    CHECK(names.make("add", "sum_2") == "sum_2_2_");
}

TEST_CASE("long names are cut, and stay different") {
    identifiers names;
    const std::string name(300, 'a');
    const std::string first = names.make("add", name), second = names.make("add", name + "b");
    CHECK(first.size() <= identifiers::max_length);
    CHECK(second.size() <= identifiers::max_length);
    CHECK(first != second);
    CHECK(second.ends_with("_2_"));
    CHECK(names.make("add", std::string(300, 'A') + 'b') !=
          names.make("add", std::string(300, 'A')));
}

TEST_CASE("thousands of equal names get numbers without a gap") {
    identifiers names;
    for (int i = 0; i < 20'000; ++i) names.make("add", "Sum");
    CHECK(names.make("add", "Sum") == "Sum_20001");
}
