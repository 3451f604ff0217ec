// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/run.hpp>

#include <conv_int8.hpp>
#include <helpers/random.hpp>
#include <helpers/two_by_two.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

namespace {

using namespace tigris;

constexpr float a[6]{1, 2, 3, -4, -5, -6};
constexpr float b[6]{1, 1, 1, 1, 1, 10};

struct told {
    int step, first, count;
};

/// Writes down all that it is told.
struct recorder {
    std::vector<int> steps, segments;
    std::vector<told> rows;

    void on_step(const step_output& made) { steps.push_back(made.step); }
    void on_segment(int segment) { segments.push_back(segment); }
    void on_row(int step, int first, int count) { rows.push_back({step, first, count}); }
};

struct overwrites_first {
    void on_step(const step_output& made) const {
        if (made.step == 0) made.onnx<float>(0) = 77;
    }
};
struct counts_segments {
    int* count;
    void on_segment(int) { ++*count; }
};

template <auto Model>
constexpr target smallest{.fast = uint64_t(smallest_fast_bytes<Model, target{.alignment = 4}>),
                          .alignment = 4};
template <auto Model>
constexpr target smallest_inside{
    .fast = uint64_t(smallest_fast_bytes<Model, target{.input = io::arena, .output = io::arena}>),
    .input = io::arena,
    .output = io::arena};

/// The rows that were told of a step, in order and without a gap; -1 where one is missing, told
/// twice or out of order.
int rows_in_order(const std::vector<told>& rows, int step) {
    int until = 0;
    for (const told& t : rows)
        if (t.step == step) {
            if (t.first != until) return -1;
            until = t.first + t.count;
        }
    return until;
}

}  // namespace

TEST_CASE("an observer sees every step and may overwrite what it made") {
    workspace<two_by_two::model> memory;
    float sum[6], kept[6];
    recorder seen;
    tigris::run(two_by_two::model, memory, inputs(a, b), outputs(sum, kept), seen);
    CHECK(seen.steps == std::vector{0, 1});
    CHECK(kept[0] == 2);
    tigris::run(two_by_two::model, memory, inputs(a, b), outputs(sum, kept), overwrites_first{});
    CHECK(kept[0] == 77);
}

TEST_CASE("an observer is told of all segments of the plan, in their order") {
    constexpr auto model = conv_int8::model;
    static workspace<model, smallest<model>> memory;
    input_buffer<model> in{};
    output_buffer<model> out;
    recorder seen;
    tigris::run(model, memory, in, out, seen);
    std::vector<int> all(std::size_t(plan_of<model, smallest<model>>.segment_count));
    for (std::size_t s = 0; s < all.size(); ++s) all[s] = int(s);
    CHECK(seen.segments == all);
}

TEST_CASE("rows of rings are told as they are made, each once") {
    constexpr auto model = conv_int8::model;
    constexpr const auto& plan = plan_of<model, smallest<model>>;
    static workspace<model, smallest<model>> memory;
    input_buffer<model> in;
    output_buffer<model> seen_out, out;
    test::random_numbers random(7);
    for (auto& v : in.items) v = std::int8_t(random.between(-128, 127));
    recorder seen;
    tigris::run(model, memory, in, seen_out, seen);
    tigris::run(model, memory, in, out);
    CHECK(std::memcmp(seen_out.items, out.items, sizeof out.items) == 0);
    int rings = 0;
    for (int k = 0; k < plan.task_count; ++k) {
        const auto& made = plan.buffers[plan.tasks[k].output];
        CAPTURE(k);
        CHECK(rows_in_order(seen.rows, plan.tasks[k].step) == made.height);
        rings += made.rows < made.height;
    }
    CHECK(rings > 0);
}

TEST_CASE("an observer may be constant, and one without members may be, too") {
    struct tells {
        void on_segment(int) const { ++*once(); }
        static int* once() {
            static int count = 0;
            return &count;
        }
    };
    constexpr tells constant{};
    tells changing{};
    workspace<two_by_two::model> memory;
    float sum[6], kept[6];
    tigris::run(two_by_two::model, memory, inputs(a, b), outputs(sum, kept), constant);
    const int once = *tells::once();
    tigris::run(two_by_two::model, memory, inputs(a, b), outputs(sum, kept), changing);
    CHECK(once > 0);
    CHECK(*tells::once() == 2 * once);
}

TEST_CASE("the observer comes last, whatever else is given") {
    int count = 0;
    tigris::run(two_layers::model, two_layers::rows, two_layers::result, counts_segments{&count});
    CHECK(count == plan_of<two_layers::model, target{}>.segment_count);
    constexpr auto model = two_layers::model;
    static workspace<model, smallest_inside<model>> memory;
    count = 0;
    tigris::run(model, memory, counts_segments{&count});
    CHECK(count == plan_of<model, smallest_inside<model>>.segment_count);
}
