// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/reduce_mean_to_global_average_pool.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

using names = std::vector<std::string>;

namespace {

/// The mean of an input along axes; results are checked against their definition.
names after_reduction(const extents& dims, const extents& axes, bool keep) {
    model_builder b;
    const value_id y =
        b.node("ReduceMean", {b.input(dims)}, {{"axes", axes}, {"keepdims", std::int64_t{keep}}});
    b.output(y);
    onnx_model m = b.build();
    const extents wanted = value_of(m, y).dims;
    reduce_mean_to_global_average_pool(m);
    CHECK(value_of(m, m.outputs[0]).dims == wanted);
    return op_types(m);
}

/// The mean of the pattern that results_of gives to an input, along the last axes.
elements mean_of_last(std::size_t outer, std::size_t inner) {
    elements result(outer, 0);
    for (std::size_t k = 0; k < outer * inner; ++k)
        result[k / inner] += (static_cast<double>(k * 37 % 23) - 11) / static_cast<double>(inner);
    return result;
}

}  // namespace

TEST_CASE("rows and columns: a GlobalAveragePool") {
    CHECK(after_reduction({2, 3, 4, 5}, {2, 3}, true) == names{"GlobalAveragePool"});
    CHECK(after_reduction({2, 3, 4, 5}, {-1, -2}, false) == names{"GlobalAveragePool", "Reshape"});
    CHECK(after_reduction({2, 3, 4}, {2}, true) == names{"GlobalAveragePool"});
}

TEST_CASE("rows or columns alone: an AveragePool") {
    CHECK(after_reduction({2, 3, 4, 5}, {3}, true) == names{"AveragePool"});
    CHECK(after_reduction({2, 3, 4, 5}, {2}, false) == names{"AveragePool", "Reshape"});
}

TEST_CASE("channels last: between Transposes") {
    CHECK(after_reduction({2, 4, 5, 3}, {1, 2}, true) ==
          names{"Transpose", "GlobalAveragePool", "Transpose"});
}

TEST_CASE("other axes stay") {
    CHECK(after_reduction({2, 3, 4, 5}, {0, 2}, true) == names{"ReduceMean"});
    CHECK(after_reduction({2, 3, 4, 5}, {1, 3}, true) == names{"ReduceMean"});
    CHECK(after_reduction({2, 3}, {1}, true) == names{"ReduceMean"});
}

TEST_CASE("the mean is the mean") {
    model_builder b;
    const value_id x = b.input({2, 3, 4, 5});
    b.output(b.node("ReduceMean", {x}, {{"axes", extents{2, 3}}, {"keepdims", std::int64_t{0}}}));
    b.output(b.node("ReduceMean", {x}, {{"axes", extents{3}}, {"keepdims", std::int64_t{0}}}));
    onnx_model m = b.build();
    reduce_mean_to_global_average_pool(m);
    const auto results = results_of(m);
    const elements both = mean_of_last(6, 20), width = mean_of_last(24, 5);
    REQUIRE(results[0].size() == both.size());
    REQUIRE(results[1].size() == width.size());
    for (std::size_t k = 0; k < both.size(); ++k) CHECK(results[0][k] == doctest::Approx(both[k]));
    for (std::size_t k = 0; k < width.size(); ++k)
        CHECK(results[1][k] == doctest::Approx(width[k]));
}
