// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled for each library: TESTED_BACKEND is its backend.
#include <tigris/execution/run.hpp>

#include <conv_tflite.hpp>

#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <cstring>

namespace {

using namespace tigris;

constexpr target whole{.backend = TESTED_BACKEND, .alignment = 4};
constexpr target strict{.backend = TESTED_BACKEND, .alignment = 4, .forbid_fallback = true};

/// With just less than the library's kernels need, and with the least of all.
template <auto Model, target Least>
constexpr target with_bytes(int64_t more) {
    return {.fast = uint64_t(smallest_fast_bytes<Model, Least> + more),
            .backend = TESTED_BACKEND,
            .alignment = 4};
}
template <auto Model>
constexpr target for_less = with_bytes<Model, strict>(-1);
template <auto Model>
constexpr target for_least = with_bytes<Model, whole>(0);

template <auto Model, target Target>
constexpr int count_substitutes() {
    int count = 0;
    for (const planning::step_plan& s : plan_of<Model, Target>.steps) count += s.is_substitute;
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
    test::random_numbers random(5);
    for (int i = 0; i < 5; ++i) {
        input_buffer<Model> in{};
        for (auto& x : in.items) x = typename input_edge<Model>::type(random.between(-127, 127));
        CHECK(same_as_portable<Model, for_less<Model>>(in));
        CHECK(same_as_portable<Model, for_least<Model>>(in));
    }
}

}  // namespace

TEST_CASE("where the library's scratch does not fit, substitutes compute the same bytes") {
    static_assert(count_substitutes<conv_tflite::model, whole>() == 0);
    CHECK(count_substitutes<conv_tflite::model, for_less<conv_tflite::model>>() > 0);
    check_outputs<conv_tflite::model>();
}
