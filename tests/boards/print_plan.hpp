// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Prints the plan that the compiler makes of a header for the header's own target.

#include <tigris/execution/plans/timeline_of.hpp>
#include <tigris/tigris.hpp>

#include <onnx2hpp/show/write_plan.hpp>
#include <plan_json/json_text.hpp>

#include <stdio.h>

inline void put_text(const char* text) { fputs(text, stdout); }

template <auto Model>
struct names_of {
    static const char* step(int i) { return Model.step_names[i]; }
    static const char* tensor(int i) { return Model.tensor_names[i]; }
};

template <auto Model, tigris::target Target>
constexpr int64_t bytes_of_constants(int region) {
    if constexpr (tigris::is_set(Target.memories))
        return tigris::execution::taken_by_constants<Model, Target>.of[region];
    else
        return 0;
}

/// Behind a line with a '$' and the name.
template <auto Model>
void print_plan(const char* name) {
    using namespace tigris;
    onnx2hpp::plan_title title{
        .model = "model",
        .target = execution::resolved<Model, Model.default_target>,
        .inputs = Model.inputs.size(),
        .outputs = Model.outputs.size(),
        .tensors = Model.graph.tensor_count,
        .steps = Model.graph.node_count,
        .fits = fits<Model, Model.default_target>,
    };
    for_each_index<planning::count_regions(Model.default_target)>([&](auto region) {
        constexpr target t = Model.default_target;
        constexpr int64_t staged =
            arena_bytes<Model, t, arena_number<t>(arena_kind::constant, region.value)>;
        title.lasting[region.value] = {
            staged, bytes_of_constants<Model, t>(region.value) - staged,
            arena_bytes<Model, t, arena_number<t>(arena_kind::persistent, region.value)>};
    });
    printf("$ %s\n", name);
    plan_json::json_text<put_text> out;
    out.begin_object(nullptr);
    onnx2hpp::plan_printer(out, names_of<Model>{}).write(title, plan_of<Model>, timeline_of<Model>);
    out.end();
    put_text("\n");
}
