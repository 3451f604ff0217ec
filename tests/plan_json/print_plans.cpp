// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a model's plans for many targets, as the compiler made them from the generated header:
// above each plan, behind a '$', the options with which the tool has to make the same.

#include TIGRIS_HEADER
#include <tigris/execution/plans/timeline_of.hpp>

#include "json_text.hpp"

#include <onnx2hpp/show/write_plan.hpp>

#if __has_include(<semihost.hpp>)
#include <semihost.hpp>
static void put(const char* text) { semihost::print(text); }
#else
#include <stdio.h>
static void put(const char* text) { printf("%s", text); }
#endif

namespace {

using namespace tigris;
constexpr auto& model = TIGRIS_MODEL::model;

struct names {
    static const char* step(int i) { return model.step_names[i]; }
    static const char* tensor(int i) { return model.tensor_names[i]; }
};

void put_number(uint64_t value) {
    if (value >= 10) put_number(value / 10);
    const char digit[2]{char('0' + value % 10), 0};
    put(digit);
}

void put_option(const char* option, uint64_t value) {
    put(option);
    put_number(value);
}

void put_modes(const char* option, const io_modes& modes, int count) {
    put(option);
    for (int i = 0; i < count; ++i) {
        if (i > 0) put(",");
        put(onnx2hpp::name_of(modes[i]));
    }
}

/// The largest number is as good as no budget, and a second memory needs a first.
void put_options(const target& t, const char* effort) {
    put("$");
    put(effort);
    put(" --backend ");
    put(onnx2hpp::spell(t.backend));
    if (model.graph.rounds == rounding::tflite) put(" --rounding tflite");
    put_option(" --align ", t.alignment);
    put_modes(" --input ", t.input, model.inputs.size());
    put_modes(" --output ", t.output, model.outputs.size());
    if (t.fast != unlimited || t.slow > 0) put_option(" -m ", t.fast);
    if (t.slow > 0) put_option(" -m ", t.slow);
    if (t.flash != unlimited) put_option(" -f ", t.flash);
    put("\n");
}

/// A target of the header's backend.
constexpr target with_modes(io_modes input, io_modes output, uint32_t alignment) {
    return {.backend = model.default_target.backend,
            .input = input,
            .output = output,
            .alignment = alignment};
}

constexpr target with_fast(target t, uint64_t fast) {
    t.fast = fast > 0 ? fast : 1;
    return t;
}

constexpr target with_slow(target t, uint64_t slow) {
    t.slow = slow;
    return t;
}

constexpr target with_flash(target t, uint64_t flash) {
    t.flash = flash;
    return t;
}

constexpr target with_alignment(target t, uint32_t alignment) {
    t.alignment = alignment;
    return t;
}

template <target Target>
void print_plan(const char* effort = " --effort none") {
    constexpr auto& plan = plan_of<model, Target>;
    constexpr uint64_t slow = Target.slow > 0 ? Target.slow : 1;
    constexpr onnx2hpp::plan_title title{
        .model = TIGRIS_NAME,
        .target = Target,
        .inputs = model.inputs.size(),
        .outputs = model.outputs.size(),
        .tensors = model.graph.tensor_count,
        .steps = model.graph.node_count,
        .fits = fits<model, Target>,
        .smallest_without_slow = smallest_fast_bytes<model, with_slow(Target, 0)>,
        .smallest_with_slow = smallest_fast_bytes<model, with_slow(Target, slow)>};
    put_options(Target, effort);
    plan_json::json_text<put> out;
    out.begin_object(nullptr);
    onnx2hpp::plan_printer(out, names{}).write(title, plan, timeline_of<model, Target>);
    out.end();
    put("\n");
}

/// As much as the plan wants, the least that any plan needs, something between, and too little.
template <target Target>
void print_budgets() {
    constexpr int64_t least = smallest_fast_bytes<model, Target>;
    constexpr int64_t most = plan_of<model, Target>.fast_peak_bytes;
    print_plan<Target>();
    print_plan<with_fast(Target, most)>();
    print_plan<with_fast(Target, (least + most) / 2)>();
    print_plan<with_fast(Target, least)>();
    print_plan<with_fast(Target, least > 1 ? least - 1 : 1)>();
}

}  // namespace

int main() {
    constexpr target usual = with_modes(io::caller, io::caller, 4),
                     in_slow = with_modes(io::slow, io::slow, 4),
                     mixed = with_modes({io::rows, io::caller}, {io::arena, io::slow}, 8);
    print_budgets<usual>();
    print_budgets<with_modes(io::arena, io::arena, 16)>();
    print_budgets<with_modes(io::rows, io::rows, 4)>();
    print_budgets<with_slow(usual, 1_MiB)>();
    print_budgets<with_slow(in_slow, 1_MiB)>();
    print_budgets<with_slow(mixed, 1_MiB)>();
    print_plan<with_slow(with_fast(usual, smallest_fast_bytes<model, with_slow(usual, 1)>), 1)>();
    print_plan<with_flash(usual, 1)>();
    // The header's own target, for which it may have a hint.
    print_plan<with_alignment(model.default_target, 4)>(" --effort normal");
}
