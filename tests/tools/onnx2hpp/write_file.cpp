// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/write_file.hpp>

#include <helpers/onnx_builder.hpp>
#include <onnx2hpp/read_file.hpp>

#include <doctest/doctest.h>

#include <iterator>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

std::ptrdiff_t files_in(const std::string& folder) {
    return std::distance(std::filesystem::directory_iterator(folder), {});
}

}  // namespace

TEST_CASE("a file appears when it is committed, and not before") {
    const temporary_folder folder;
    const std::string path = folder.write("model.hpp", "old");
    pending_file file(path, "new");
    CHECK(read_file("file", path) == "old");
    file.commit();
    CHECK(read_file("file", path) == "new");
    CHECK(files_in(folder.path("")) == 1);
}

TEST_CASE("a file that is not committed leaves nothing behind") {
    const temporary_folder folder;
    { const pending_file file(folder.path("model.hpp"), "new"); }
    CHECK(files_in(folder.path("")) == 0);
}

TEST_CASE("where nothing can be written, that is said, and nothing is left") {
    const temporary_folder folder;
    const auto write = [](const std::string& path) {
        return verdict_of([&path] { pending_file(path, "new").commit(); });
    };
    CHECK(write(folder.path("missing/model.hpp")).says(outcome::bad_input, "No such file"));
    CHECK(write(folder.path("")).code == outcome::bad_input);
    std::filesystem::create_directory(folder.path("model.hpp"));
    CHECK(write(folder.path("model.hpp")).says(outcome::bad_input, "directory"));
    CHECK(files_in(folder.path("")) == 1);
}
