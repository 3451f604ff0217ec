// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/thirsty_backend.hpp>

#include <tigris/execution/run.hpp>

#include <conv_float.hpp>
#include <conv_int8.hpp>
#include <helpers/random.hpp>
#include <helpers/two_layers.hpp>
#include <wave_int8.hpp>

#include <doctest/doctest.h>

#include <cstring>

namespace {

using namespace tigris;

constexpr target usual{.backend = test::thirsty, .alignment = 4};

constexpr target with_fast(target t, int64_t bytes) {
    t.fast = uint64_t(bytes);
    return t;
}
constexpr target without_substitutes(target t) {
    t.forbid_fallback = true;
    return t;
}

/// With which the backend's own kernels just fit, and what is left of that in steps to the least.
template <auto Model>
constexpr int64_t own_bytes = smallest_fast_bytes<Model, without_substitutes(usual)>;
template <auto Model>
constexpr int64_t least_bytes = smallest_fast_bytes<Model, usual>;

template <auto Model>
constexpr target for_own = with_fast(usual, own_bytes<Model>);
template <auto Model>
constexpr target for_less = with_fast(usual, own_bytes<Model> - 1);
template <auto Model>
constexpr target for_least = with_fast(usual, least_bytes<Model>);

constexpr target without_scratch{.scratch = 0, .backend = test::thirsty, .alignment = 4};

template <auto Model, target Target>
constexpr int count_substitutes() {
    int count = 0;
    for (const planning::step_plan& s : plan_of<Model, Target>.steps) {
        count += s.is_substitute;
        if (s.is_substitute && s.backend == test::thirsty) return -1;
    }
    return count;
}

template <auto Model, target Target>
constexpr int count_own() {
    int count = 0;
    for (const planning::step_plan& s : plan_of<Model, Target>.steps)
        count += s.backend == test::thirsty;
    return count;
}

template <auto Model, target Target>
bool same_as_portable(const input_buffer<Model>& in) {
    static workspace<Model, Target> memory{};
    static workspace<Model> portable{};
    output_buffer<Model> out{}, expected{};
    run(Model, memory, in, out);
    run(Model, portable, in, expected);
    return std::memcmp(out.data(), expected.data(), sizeof out) == 0;
}

template <auto Model>
void check_outputs() {
    test::random_numbers random(11);
    for (int i = 0; i < 5; ++i) {
        input_buffer<Model> in{};
        for (auto& x : in.items) x = typename input_edge<Model>::type(random.between(-127, 127));
        CHECK(same_as_portable<Model, usual>(in));
        CHECK(same_as_portable<Model, for_less<Model>>(in));
        CHECK(same_as_portable<Model, for_least<Model>>(in));
        CHECK(same_as_portable<Model, without_scratch>(in));
    }
}

template <auto Model>
void check_budgets() {
    static_assert(least_bytes<Model> < own_bytes<Model>);
    static_assert(fits<Model, for_least<Model>>);
    static_assert(!fits<Model, with_fast(usual, least_bytes<Model> - 1)>);
    static_assert(!fits<Model, without_substitutes(for_less<Model>)>);
    static_assert(count_substitutes<Model, usual>() == 0);
    static_assert(count_substitutes<Model, for_own<Model>>() == 0);
    static_assert(count_substitutes<Model, for_less<Model>>() > 0);
    static_assert(count_own<Model, without_scratch>() == 0);
    static_assert(count_substitutes<Model, without_scratch>() == count_own<Model, usual>());
    static_assert(plan_of<Model, for_less<Model>>.fast_peak_bytes < own_bytes<Model>);
}

/// Two products of equal scratch, and a third step that has none.
constexpr segment_hint segments[]{{1, true}, {2, true}, {3, true}};
constexpr target hinted = with_fast(usual, 20'000);
constexpr target strict = without_substitutes(hinted);

/// The same as hints of a header: the first takes substitutes.
constexpr struct hinted_type : two_layers::model_type {
    static constexpr sized_array<plan_hint, 1> hints{
        {{.graph = graph_hash_of<two_layers::model, test::thirsty, 0>,
          .target = hinted,
          .scratch = 0,
          .segments = view_of(segments)}}};
} with_hint{};

}  // namespace

template <>
inline constexpr tigris::plan_hint tigris::plan_override<two_layers::model, hinted>{
    .graph = tigris::graph_hash_of<two_layers::model, tigris::test::thirsty, 0>,
    .scratch = 0,
    .segments = tigris::view_of(segments)};

TEST_CASE("kernels whose scratch does not fit give way, as few as need be") {
    check_budgets<conv_int8::model>();
    check_budgets<conv_float::model>();
    check_budgets<two_layers::model>();
    constexpr auto& model = wave_int8::model;
    static_assert(count_own<model, usual>() > 1);
    static_assert(count_substitutes<model, for_less<model>>() < count_own<model, usual>());
}

TEST_CASE("substitutes compute what the backend's kernels compute") {
    check_outputs<conv_int8::model>();
    check_outputs<wave_int8::model>();
    check_outputs<two_layers::model>();
}

TEST_CASE("what does not fit is shown with the substitutes of the smallest plan") {
    constexpr auto& model = conv_int8::model;
    constexpr target too_small = with_fast(usual, 1);
    static_assert(!fits<model, too_small>);
    static_assert(plan_of<model, too_small>.fast_peak_bytes <= least_bytes<model>);
    CHECK(count_substitutes<model, too_small>() > 0);
}

TEST_CASE("a hint says which kernels give way") {
    constexpr auto& model = two_layers::model;
    static_assert(execution::is_hint(execution::chosen<model, hinted>));
    CHECK(count_substitutes<model, hinted>() == 2);
    CHECK(plan_of<model, hinted>.segment_count == 3);
    input_buffer<model> in{};
    test::random_numbers random(3);
    for (auto& x : in.items) x = int8_t(random.between(-127, 127));
    CHECK(same_as_portable<model, hinted>(in));
}

TEST_CASE("a header's hint that takes substitutes is for targets that let it") {
    static_assert(execution::is_hint(execution::chosen<with_hint, hinted>));
    static_assert(count_substitutes<with_hint, hinted>() == 2);
    static_assert(!execution::is_hint(execution::chosen<with_hint, strict>));
    static_assert(!fits<with_hint, strict>);
    static_assert(smallest_fast_bytes<with_hint, strict> == own_bytes<two_layers::model>);
}

TEST_CASE("the hash of a graph depends on the kernels that give way") {
    constexpr auto& model = two_layers::model;
    CHECK(graph_hash_of<model, test::thirsty> != graph_hash_of<model, test::thirsty, 0>);
    CHECK(graph_hash_of<model, test::thirsty> == graph_hash_of<model, test::thirsty, 100'000>);
}
