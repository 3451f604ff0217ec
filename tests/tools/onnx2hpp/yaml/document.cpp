// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/yaml/document.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

verdict verdict_of_text(const std::string& text) {
    return verdict_of([&] { parse_yaml("a.yaml", text); });
}

verdict verdict_of_file(const std::string& bytes) {
    const temporary_folder folder;
    folder.write("a.yaml", bytes);
    return verdict_of([&] { read_yaml("board file", folder.path("a.yaml")); });
}

std::string repeated(const std::string& part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
}

}  // namespace

TEST_CASE("a document is read with the lines of its nodes") {
    const yaml_document read = parse_yaml("a.yaml", "# a remark\nname: x\nlist:\n  - 1\n");
    CHECK(read.root["name"].Scalar() == "x");
    CHECK(read.root["list"][0].Mark().line == 3);
}

TEST_CASE("what is not YAML is refused with its line") {
    CHECK(verdict_of_text("a: [1, 2\nb: 3\n").says(bad, "a.yaml:"));
    CHECK(verdict_of_text("a: 1\nb: {c: \"d\n").says(bad, "this is not YAML"));
    CHECK(verdict_of_text("a: 1\n b: 2\n").says(bad, "a.yaml:2: this is not YAML"));
}

TEST_CASE("a file without anything in it, or with several documents, is refused") {
    CHECK(verdict_of_text("").says(bad, "a.yaml:1: there is nothing in this file"));
    CHECK(verdict_of_text("# only a remark\n").says(bad, "there is nothing in this file"));
    CHECK(verdict_of_text("a: 1\n---\nb: 2\n").says(bad, "several documents"));
}

TEST_CASE("anchors and aliases are refused, however many there are") {
    CHECK(verdict_of_text("a: &x 1\nb: *x\n").says(bad, "a.yaml:1: anchors and aliases"));
    CHECK(verdict_of_text("b: *x\n").code == bad);
    std::string laughs = "a0: &a0 [x, x]\n";
    for (int i = 1; i < 60; ++i)
        laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" +
                  std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + "]\n";
    CHECK(verdict_of_text(laughs).says(bad, "anchors and aliases"));
}

TEST_CASE("deep nesting ends where it begins to be too deep") {
    for (const char* open : {"[", "{a: ", "- ", "? ", "&a [", "!x ["})
        CHECK(verdict_of_text(repeated(open, 20'000)).code == bad);
    CHECK(verdict_of_text(repeated("[", 20'000)).says(bad, "a.yaml:1: lists and maps are nested"));
}

TEST_CASE("what is no small text file is refused") {
    CHECK(verdict_of_file(std::string("a: 1\0b", 6)).says(bad, "is not a text"));
    CHECK(verdict_of_file("\x7f"
                          "ELF\x02\x01")
              .says(bad, "is not a text"));
    CHECK(verdict_of_file(repeated("# a line of a remark\n", 10'000)).says(bad, "larger than 64"));
    CHECK(verdict_of_file("").says(bad, "there is nothing in this file"));
    CHECK(verdict_of_file("a: 1\r\n").code == outcome::success);
    const temporary_folder folder;
    const auto reading = [&](const std::string& path) {
        return verdict_of([&] { read_yaml("board file", path); });
    };
    CHECK(reading(folder.path("")).says(bad, "is a folder"));
    CHECK(reading(folder.path("none.yaml")).says(bad, "does not exist"));
    CHECK(reading("/dev/zero").says(bad, "is no regular file"));
}
