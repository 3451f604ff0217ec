// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/depth_first.hpp>

#include <doctest/doctest.h>

using onnx2hpp::depth_first;
using numbers = std::vector<int>;

TEST_CASE("the first reader and what it alone leads to come before the second") {
    const onnx2hpp::reader_lists readers{{1, 2}, {3}, {4}, {5}, {5}, {}};
    CHECK(depth_first(readers, {0}, std::vector<char>(6)) == numbers{0, 1, 3, 2, 4, 5});
    const onnx2hpp::reader_lists exchanged{{2, 1}, {3}, {4}, {5}, {5}, {}};
    CHECK(depth_first(exchanged, {0}, std::vector<char>(6)) == numbers{0, 2, 4, 1, 3, 5});
}

TEST_CASE("several starts come in their order, each with what follows it") {
    const onnx2hpp::reader_lists readers{{2}, {2}, {3}, {}};
    CHECK(depth_first(readers, {0, 1}, std::vector<char>(4)) == numbers{0, 1, 2, 3});
    CHECK(depth_first(readers, {1, 0}, std::vector<char>(4)) == numbers{1, 0, 2, 3});
}

TEST_CASE("nodes that are passed end a way") {
    const onnx2hpp::reader_lists readers{{1, 2}, {3}, {4}, {5}, {5}, {}};
    CHECK(depth_first(readers, {1}, {0, 0, 0, 0, 0, 1}) == numbers{1, 3});
    CHECK(depth_first(readers, {0}, {0, 0, 1, 0, 0, 0}) == numbers{0, 1, 3, 5});
}
