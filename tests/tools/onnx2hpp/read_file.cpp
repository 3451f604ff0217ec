// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/read_file.hpp>

#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

TEST_CASE("a file is read whole or in part") {
    const temporary_folder folder;
    const std::string path = folder.write("file", std::string("ab\0de", 5));
    CHECK(read_file("file", path) == std::string("ab\0de", 5));
    CHECK(read_part("file", path, 3, 2) == "de");
    CHECK(read_part("file", path, 1, 1) == "b");
    CHECK(read_part("file", path, 5, 0).empty());
}

TEST_CASE("what is no readable file is named") {
    const temporary_folder folder;
    const std::string path = folder.write("file", "abc");
    const auto read = [](const std::string& name, std::uint64_t offset, std::uint64_t bytes) {
        return verdict_of([&] { read_part("model file", name, offset, bytes); });
    };
    CHECK(read(folder.path("no"), 0, 0).says(outcome::bad_input, "does not exist"));
    CHECK(read(folder.path(""), 0, 0).says(outcome::bad_input, "is a folder"));
    CHECK(read("/dev/null", 0, 0).says(outcome::bad_input, "no regular file"));
    CHECK(read(path, 0, 4).says(outcome::bad_input, "has 3 bytes"));
    CHECK(read(path, 4, 0).says(outcome::bad_input, "has 3 bytes"));
    CHECK(read(path, 1, UINT64_MAX).says(outcome::bad_input, "has 3 bytes"));
}

TEST_CASE("a file beyond its limit is not read") {
    const temporary_folder folder;
    const std::string path = folder.write("file", "abc");
    CHECK(read_file("file", path, {.bytes = 3}) == "abc");
    CHECK(verdict_of([&] {
              read_file("file", path, {2, "2 bytes", "; cut it"});
          }).says(outcome::bad_input, "'" + path + "' is larger than 2 bytes; cut it"));
    CHECK(verdict_of([&] {
              read_file("file", folder.path("no"));
          }).says(outcome::bad_input, "does not exist"));
}
