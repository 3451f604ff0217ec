// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan that the compiler makes of a header with placement rules obeys them, and computes the
// same.

#include <fashion_in_psram.hpp>
#include <fashion_in_sram.hpp>
#include <fashion_mixed.hpp>
#include <fashion_unpinned.hpp>
#include <gru_in_sram.hpp>
#include <gru_unpinned.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace {

using namespace tigris;

enum region { tcm, sram, psram };

using image = std::array<float, 28 * 28>;
using scores = std::array<float, 10>;

image some_image(int seed) {
    image made{};
    unsigned state = unsigned(seed) * 2654435761u + 1;
    for (float& pixel : made) pixel = float((state = state * 1664525u + 1013904223u) >> 24) / 255;
    return made;
}

template <auto Model>
scores scores_of(const image& from) {
    static workspace<Model, Model.default_target> memory;
    scores made{};
    if constexpr (Model.default_target.input[0] == io::caller) {
        tigris::run(Model, memory, from, made);
    } else {
        std::copy(from.begin(), from.end(), memory.template input<0>());
        tigris::run(Model, memory, in_workspace, in_workspace);
        std::copy_n(memory.template output<0>(), made.size(), made.begin());
    }
    return made;
}

/// What a GRU makes of frames whose numbers grow.
template <auto Model, class Workspace>
std::array<float, 4> last_of_frames(Workspace& memory) {
    input_buffer<Model> frame{};
    output_buffer<Model> made{};
    for (int k = 0; k < 5; ++k) {
        for (float& number : frame.items) number = 0.25f * float(k) - 0.5f;
        tigris::run(Model, memory, frame, made);
    }
    std::array<float, 4> first{};
    std::copy_n(made.items, first.size(), first.begin());
    return first;
}

template <auto Model>
constexpr auto& plan = plan_of<Model, Model.default_target>;

/// How many of the tensors that a run makes for itself lie elsewhere than in a region.
template <auto Model>
int count_outside(int region) {
    int count = 0;
    for (int t = 0; t < Model.graph.tensor_count; ++t)
        count += plan<Model>.tensors[t].home == planning::home::arena &&
                 plan<Model>.tensors[t].region != region;
    return count;
}

template <auto Model>
int region_of(const char* id) {
    for (int t = 0; t < Model.graph.tensor_count; ++t)
        if (equal_text(Model.tensor_names[t], id)) return plan<Model>.tensors[t].region;
    return -1;
}

}  // namespace

TEST_CASE("tensors lie where rules want them") {
    CHECK(count_outside<fashion_unpinned::model>(tcm) == 0);
    CHECK(count_outside<fashion_in_sram::model>(sram) == 0);
    CHECK(count_outside<fashion_in_psram::model>(psram) == 0);
    CHECK(plan<fashion_in_psram::model>.region_bytes[psram] > 0);
}

TEST_CASE("rules of ids win over those of kinds, and place inputs of the workspace") {
    CHECK(region_of<fashion_mixed::model>("image_QuantizeLinear_Output") == sram);
    CHECK(region_of<fashion_mixed::model>("image") == psram);
    CHECK(plan<fashion_mixed::model>.region_bytes[tcm] > 0);
}

TEST_CASE("what is placed elsewhere computes the same") {
    for (int seed = 0; seed < 8; ++seed) {
        const image from = some_image(seed);
        const scores wanted = scores_of<fashion_unpinned::model>(from);
        CHECK(scores_of<fashion_in_sram::model>(from) == wanted);
        CHECK(scores_of<fashion_in_psram::model>(from) == wanted);
        CHECK(scores_of<fashion_mixed::model>(from) == wanted);
    }
}

TEST_CASE("states lie in the library's arena of the memory that a rule names") {
    constexpr auto& pinned = gru_in_sram::model;
    constexpr target board = pinned.default_target;
    constexpr int number =
        arena_number<board>(arena_kind::persistent, find_region(pinned.memories, "SRAM"));
    static workspace<pinned, board> memory;
    static workspace<gru_unpinned::model> plain;
    CHECK(arena_bytes<pinned, board, number> > 0);
    CHECK(memory.begin_of<number>() == arena<pinned, board, number>.data);
    CHECK(last_of_frames<pinned>(memory) == last_of_frames<gru_unpinned::model>(plain));
}
