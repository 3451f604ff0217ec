// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/unique_names.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

using tigris::tensor_kind;

lowered_model named(const std::vector<std::pair<const char*, tensor_kind>>& tensors) {
    lowered_model model;
    for (const auto& [name, kind] : tensors) {
        model.tensor_names.emplace_back(name);
        model.tensors.push_back({.kind = kind});
    }
    return model;
}

constexpr tensor_kind inner = tensor_kind::activation, constant = tensor_kind::constant;

}  // namespace

TEST_CASE("tensors of one name get numbers, and all are found by the name") {
    lowered_model model =
        named({{"x", inner}, {"x", inner}, {"y", constant}, {"x", constant}, {"y", inner}});
    number_equal_names(model);
    CHECK(model.tensor_names == std::vector<std::string>{"x", "x~2", "y", "x~3", "y~2"});
    CHECK(model.shared_names ==
          std::vector<std::pair<std::string, int>>{{"x", 1}, {"x", 3}, {"y", 4}});
    number_equal_names(model);
    CHECK(model.shared_names.size() == 3);
}

TEST_CASE("inputs and outputs keep their names") {
    lowered_model model = named({{"x", inner}, {"x", tensor_kind::output}});
    number_equal_names(model);
    CHECK(model.tensor_names == std::vector<std::string>{"x~2", "x"});
}

TEST_CASE("a number that is taken is left out") {
    lowered_model model = named({{"x", inner}, {"x~2", inner}, {"x", inner}});
    number_equal_names(model);
    CHECK(model.tensor_names == std::vector<std::string>{"x", "x~2", "x~3"});
}
