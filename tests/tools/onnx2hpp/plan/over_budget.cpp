// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/over_budget.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/contains.hpp>
#include <helpers/converted.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/planned.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace onnx2hpp;
using namespace onnx2hpp::test;
namespace fs = std::filesystem;

/// The small models of the tests, and the real ones where there are any.
std::vector<fs::path> models() {
    std::vector<fs::path> found;
    const char* shared = std::getenv("TIGRIS_SHARED");
    const fs::path folders[]{
        fs::path(TIGRIS_TESTS) / "models",
        shared ? fs::path(shared) / "models" : fs::path(TIGRIS_TESTS) / "../../shared/models"};
    for (const fs::path& folder : folders) {
        if (!fs::exists(folder)) continue;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder))
            if (fs::exists(entry.path() / "model.onnx"))
                found.push_back(entry.path() / "model.onnx");
    }
    return found;
}

std::string verdict_on(const lowered_model& model, const options& wanted) {
    try {
        check_budgets(model, wanted);
    } catch (const failure& f) {
        CHECK(f.code == outcome::over_budget);
        return f.what();
    }
    return "it fits";
}

/// The first number in a sentence that stands behind `words`.
std::uint64_t number_behind(const std::string& sentence, const std::string& words) {
    REQUIRE(contains(sentence, words));
    return std::stoull(sentence.substr(sentence.find(words) + words.size()));
}

options large_options() {
    return options_for(fs::path(TIGRIS_TESTS) / "../examples/fashion/fashion_int8.onnx");
}

std::int64_t smallest(const lowered_model& model, const options& wanted, bool has_slow) {
    const owned_network network = network_of(model);
    return planner(network.view(), target_of(model, wanted)).smallest_fast_bytes(has_slow);
}

}  // namespace

TEST_CASE("without a search models fit into their smallest plan, and not into a byte less") {
    const std::vector<fs::path> files = models();
    CHECK(files.size() >= 5);
    for (const fs::path& file : files) {
        options wanted = options_for(file);
        const lowered_model model = converted(wanted);
        const std::int64_t least = smallest(model, wanted, false);
        if (least < 2) continue;
        wanted.fast = std::uint64_t(least);
        CHECK_MESSAGE(verdict_on(model, wanted) == "it fits", file.string());
        CHECK_MESSAGE(plan_of(model, wanted).fast_peak_bytes <= least, file.string());
        wanted.fast = std::uint64_t(least) - 1;
        CHECK_MESSAGE(contains(verdict_on(model, wanted),
                               "fits in " + std::to_string(least) + " bytes of fast memory"),
                      file.string());
    }
}

TEST_CASE("the sentence names what is given, the step that needs most, and what would help") {
    options wanted = small_options();
    wanted.fast = 20;
    CHECK(verdict_on(converted(wanted), wanted) ==
          "m fits in 24 bytes of fast memory and was given 20; step 'scores_' needs most; "
          "raise -m, or leave out --effort none");
}

TEST_CASE("where slow memory would do, the sentence says how much") {
    options wanted = large_options();
    const lowered_model model = converted(wanted);
    const std::int64_t least = smallest(model, wanted, true);
    REQUIRE(least < smallest(model, wanted, false));
    wanted.fast = std::uint64_t(least);
    const std::uint64_t enough = number_behind(verdict_on(model, wanted), "or give ");
    wanted.slow = enough;
    CHECK(verdict_on(model, wanted) == "it fits");
}

TEST_CASE("where a board has no slow memory, the sentence does not ask for some") {
    options wanted = large_options();
    const lowered_model model = converted(wanted);
    wanted.fast = std::uint64_t(smallest(model, wanted, true));
    apply_board("stm32h743", {.backend = tigris::portable}, wanted);
    const std::string sentence = verdict_on(model, wanted);
    CHECK(contains(sentence, "raise -m"));
    CHECK_FALSE(contains(sentence, "second -m"));
}

TEST_CASE("what is larger than each memory of a board is named with the largest") {
    test::model_builder b;
    const value_id x = b.node("Softmax", {b.input({700, 300})});
    b.output(b.node("Softmax", {b.node("Transpose", {x}, {{"perm", extents{1, 0}}})}));
    options wanted;
    wanted.name = "m";
    apply_board("stm32h743", {.backend = tigris::portable}, wanted);
    onnx_model read = b.build();
    run_passes(read, wanted);
    const lowered_model model = lower(read, wanted);
    const std::string sentence = verdict_on(model, wanted);
    CHECK(contains(sentence, "m needs 1680000 bytes of SRAM, the largest of the memories"));
    CHECK(contains(sentence, "and it has 524288; step '"));
}

TEST_CASE("slow memory that is too small is told apart, and how much it takes") {
    options wanted = large_options();
    const lowered_model model = converted(wanted);
    wanted.fast = std::uint64_t(smallest(model, wanted, true));
    wanted.slow = 1;
    const std::string sentence = verdict_on(model, wanted);
    CHECK(contains(sentence, "bytes of slow memory and was given 1; raise the second -m"));
    wanted.slow = number_behind(sentence, "fits in ");
    CHECK(verdict_on(model, wanted) == "it fits");
}

TEST_CASE("an input in slow memory needs some") {
    options wanted = small_options();
    const lowered_model model = converted(wanted);
    wanted.input_modes = {tigris::io::slow};
    CHECK(verdict_on(model, wanted) ==
          "m fits in 72 bytes of slow memory and was given none; give them with a second -m");
    wanted.slow = 72;
    CHECK(verdict_on(model, wanted) == "it fits");
}

TEST_CASE("too little flash is a sentence of its own") {
    options wanted = small_options();
    const lowered_model model = converted(wanted);
    const std::int64_t flash = plan_of(model, wanted).flash_bytes;
    wanted.flash = flash;
    CHECK(verdict_on(model, wanted) == "it fits");
    wanted.flash = flash - 1;
    CHECK(contains(verdict_on(model, wanted), std::to_string(flash) + " bytes of flash"));
}
