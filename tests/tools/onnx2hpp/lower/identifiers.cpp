// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/identifiers.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("a name that is an identifier stays") {
    identifiers names;
    CHECK(names.make("conv", "stem_conv") == "stem_conv");
    CHECK(names.make("conv", "Conv2D") == "Conv2D");
}

TEST_CASE("other characters become underscores, and digits get the operator before them") {
    identifiers names;
    CHECK(names.make("conv", "model/conv2d/Relu;model/bn:0") == "model_conv2d_Relu_model_bn_0");
    CHECK(names.make("gemm", "11") == "gemm_11");
    CHECK(names.make("gemm", "/12/x") == "gemm_12_x");
    CHECK(names.make("pad", "") == "pad");
    CHECK(names.make("pool", "\xc3\xa9") == "pool");
}

TEST_CASE("keywords are not identifiers") {
    identifiers names;
    CHECK(names.make("conv", "while") == "while_");
}

TEST_CASE("equal names get numbers, around names that are taken") {
    identifiers names;
    CHECK(names.make("add", "sum") == "sum");
    CHECK(names.make("add", "sum_2") == "sum_2");
    CHECK(names.make("add", "sum") == "sum_3");
    CHECK(names.make("add", "sum;") == "sum_4");
}

TEST_CASE("long names are cut, and stay different") {
    identifiers names;
    const std::string name(300, 'a');
    const std::string first = names.make("add", name), second = names.make("add", name + "b");
    CHECK(first.size() <= identifiers::max_length);
    CHECK(second.size() <= identifiers::max_length);
    CHECK(first != second);
    CHECK(second.substr(second.size() - 2) == "_2");
}
