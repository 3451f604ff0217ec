// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/yaml/map.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// What `use` says of a map with the keys a, b and c.
template <class Use>
verdict verdict_of_map(const std::string& text, const Use& use) {
    const yaml_document read = parse_yaml("m.yaml", text);
    return verdict_of([&] { use(yaml_map(read.file, read.root, "a thing", {"a", "b", "c"})); });
}
verdict verdict_of_map(const std::string& text) {
    return verdict_of_map(text, [](const yaml_map&) {});
}

}  // namespace

TEST_CASE("values, flags, lists and maps of a map are found by their keys") {
    const yaml_document read = parse_yaml("m.yaml", "a: 5\nb: [x, y]\nc: {a: true}\n");
    const yaml_map keys(read.file, read.root, "a thing", {"a", "b", "c", "d"});
    CHECK(keys.value("a").text == "5");
    CHECK_FALSE(keys.value_if_given("d"));
    CHECK(keys.list("b").size() == 2);
    CHECK(keys.map_if_given("c", "'c'", {"a"})->flag("a", false));
    CHECK(keys.flag("d", true));
    CHECK_FALSE(keys.map_if_given("d", "'d'", {}));
}

TEST_CASE("keys that are unknown, missing or there twice are refused with their line") {
    CHECK(verdict_of_map("a: 1\nbolour: 2\n")
              .says(bad, "m.yaml:2: a thing has no key 'bolour'; the keys are a, b, c"));
    CHECK(
        verdict_of_map("a: 1\nb: 2\na: 3\n").says(bad, "m.yaml:3: a thing has the key 'a' twice"));
    CHECK(verdict_of_map("[1, 2]").says(bad, "a thing is written as keys and values"));
    CHECK(verdict_of_map("{[1]: 2}").says(bad, "a key is a word"));
    CHECK(verdict_of_map("b: 1", [](const yaml_map& keys) {
              keys.value("a");
          }).says(bad, "m.yaml:1: a thing lacks the key 'a'"));
    CHECK(verdict_of_map("b: 1", [](const yaml_map& keys) {
              keys.require({"a", "b", "c"});
          }).says(bad, "m.yaml:1: a thing lacks the keys 'a', 'c'"));
}

TEST_CASE("values of another kind are refused with their line") {
    const auto value = [](const yaml_map& keys) { keys.value("a"); };
    for (const char* text : {"a:\n", "a: []\n", "a: {b: 1}\n", "a: \"\"\n", "a: ~\n"})
        CHECK(verdict_of_map(text, value).says(bad, "'a' needs one value"));
    CHECK(verdict_of_map("b: 1\na: maybe\n", [](const yaml_map& keys) {
              keys.flag("a", true);
          }).says(bad, "m.yaml:2: 'a' is true or false, not 'maybe'"));
    for (const char* text : {"a: 1\n", "a: []\n", "a: {b: 1}\n"})
        CHECK(verdict_of_map(text, [](const yaml_map& keys) {
                  keys.list("a");
              }).says(bad, "'a' needs a list"));
}

TEST_CASE("what a value's parser says gets the line") {
    const auto parse = [](const yaml_map& keys) {
        keys.value("b").as([](const std::string&) -> int { fail_bad_input("too purple"); });
    };
    CHECK(verdict_of_map("a: 1\nb: 2\n", parse).says(bad, "m.yaml:2: too purple"));
}
