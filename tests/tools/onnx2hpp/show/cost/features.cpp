// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/features.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace onnx2hpp;
using namespace tigris::planning;

namespace {

segment_plan segment_of(int begin, int end, strategy how, int strips = 1) {
    segment_plan s;
    s.begin = std::int16_t(begin);
    s.end = std::int16_t(end);
    s.strategy = how;
    s.strips = std::int8_t(strips);
    return s;
}

task_plan task_of(int reads, int parts = 1) {
    task_plan t;
    t.reads = std::int16_t(reads);
    t.parts = std::int8_t(parts);
    return t;
}

using features = std::map<std::string, std::int64_t>;

features around(const owned_plan& plan, const lowered_model& model = {}) {
    const feature_list list = machine_code_around_kernels(model, plan);
    return {list.all().begin(), list.all().end()};
}

}  // namespace

TEST_CASE("code around kernels counts steps by how their segment runs") {
    owned_plan plan;
    plan.tasks.assign(9, task_of(1));
    plan.segments = {segment_of(0, 2, strategy::whole), segment_of(2, 3, strategy::tiled),
                     segment_of(3, 6, strategy::chain), segment_of(6, 9, strategy::chain, 2)};
    CHECK(around(plan) == features{{"program", 1},
                                   {"whole_steps", 2},
                                   {"tiled_steps", 1},
                                   {"streamed_steps", 3},
                                   {"strip_steps", 3},
                                   {"streams", 3}});
}

TEST_CASE("streamed tasks that join inputs or pass parts of rows take more code, others do not") {
    owned_plan plan;
    plan.tasks = {task_of(3, 2), task_of(0), task_of(3), task_of(1, 4)};
    plan.segments = {segment_of(0, 1, strategy::whole), segment_of(1, 4, strategy::chain)};
    CHECK(around(plan) == features{{"program", 1},
                                   {"whole_steps", 1},
                                   {"streamed_steps", 3},
                                   {"streams", 1},
                                   {"joins", 2},
                                   {"part_steps", 1}});
}

TEST_CASE("steps that make floats count beside the others") {
    lowered_model model;
    model.tensors = {{.type = tigris::dtype::f32}, {.type = tigris::dtype::i8}};
    model.nodes = {{.name = "a", .op = {}, .inputs = {}, .outputs = {0}},
                   {.name = "b", .op = {}, .inputs = {0}, .outputs = {1}},
                   {.name = "alias", .op = {}, .inputs = {0}, .outputs = {0}}};
    owned_plan plan;
    plan.steps.resize(3);
    plan.steps[0].task = 0, plan.steps[1].task = 1, plan.steps[2].task = -1;
    CHECK(around(plan, model) == features{{"program", 1}, {"float_steps", 1}});
}
