// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/machine_code.hpp>

#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/cost/features.hpp>
#include <onnx2hpp/show/cost/kernel_instance.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>

#include <helpers/contains.hpp>
#include <helpers/converted.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

analysis analyzed(std::uint64_t fast = 0) {
    options wanted;
    wanted.input = std::string(TIGRIS_TESTS) + "/../examples/fashion/fashion_int8.onnx";
    wanted.name = "m";
    wanted.edges = edge_types::quantized;
    wanted.core = "cortex-m4";
    wanted.backend = tigris::arm_dsp;
    if (fast > 0) wanted.fast = fast;
    return analyze(with_weight_orders(converted(wanted), wanted.backend), wanted);
}

std::set<kernel_instance> instances_of(const analysis& a) {
    std::set<kernel_instance> found;
    for (std::size_t i = 0; i < a.plan.steps.size(); ++i)
        if (a.plan.steps[i].task >= 0) found.insert(instance_of(a.model, a.plan, int(i)));
    return found;
}

/// Kernels of a plan, with their forms.
std::set<std::string> kernels_of(const analysis& a) {
    std::set<std::string> names;
    for (const kernel_instance& i : instances_of(a)) names.insert(with_form(i));
    return names;
}

/// A table in which each kernel of the plan has a part of 100 bytes.
cost_table table_for(const analysis& a) {
    cost_table table;
    table.name = "t";
    table.machine_code_error_percent = 7;
    for (const std::string& name : kernels_of(a))
        table.machine_code_entries.push_back({100, machine_code_count::once, {name}});
    return table;
}

}  // namespace

TEST_CASE("a kernel's code is there once, however many layers have it") {
    const analysis a = analyzed();
    const auto kernels = std::int64_t(kernels_of(a).size());
    REQUIRE(kernels < std::int64_t(a.plan.steps.size()));
    const machine_code_estimate code = estimate_machine_code(table_for(a), a.model, a.plan);
    CHECK(code.bytes == 100 * kernels);
    CHECK(code.error_percent == 7);
    CHECK(code.reason.empty());
}

TEST_CASE("what kernels share is there once") {
    const analysis a = analyzed();
    cost_table table = table_for(a);
    const std::int64_t alone = *estimate_machine_code(table, a.model, a.plan).bytes;
    const std::set<std::string> kernels = kernels_of(a);
    table.machine_code_entries.push_back(
        {30, machine_code_count::once, {kernels.begin(), kernels.end()}});
    table.machine_code_entries.push_back({5000, machine_code_count::each, {"arm_dsp another"}});
    CHECK(estimate_machine_code(table, a.model, a.plan).bytes == alone + 30);
}

TEST_CASE("what is compiled for channels is there once for each instance") {
    const analysis a = analyzed();
    cost_table table = table_for(a);
    const std::int64_t alone = *estimate_machine_code(table, a.model, a.plan).bytes;
    const std::set<kernel_instance> instances = instances_of(a);
    const std::string pixels = "arm_dsp conv int8_t int8_t pixels";
    const auto compiled = std::ranges::count(instances, pixels, &kernel_instance::kernel);
    REQUIRE(compiled > 2);
    table.machine_code_entries.push_back({7, machine_code_count::each, {pixels}});
    CHECK(estimate_machine_code(table, a.model, a.plan).bytes == alone + 7 * compiled);
}

TEST_CASE("what finishes sums is there once for each way") {
    const analysis a = analyzed();
    cost_table table = table_for(a);
    const std::int64_t alone = *estimate_machine_code(table, a.model, a.plan).bytes;
    std::set<std::string> ways, kernels;
    for (const kernel_instance& i : instances_of(a))
        if (!i.finish.empty()) ways.insert(i.finish), kernels.insert(i.kernel);
    REQUIRE(kernels.size() > ways.size());
    table.machine_code_entries.push_back(
        {7, machine_code_count::finish, {kernels.begin(), kernels.end()}});
    CHECK(estimate_machine_code(table, a.model, a.plan).bytes ==
          alone + 7 * std::int64_t(ways.size()));
}

TEST_CASE("callers take what the table says for each of their features") {
    const analysis whole = analyzed();
    const analysis streamed = analyzed(std::uint64_t(whole.smallest_without_slow));
    cost_table table = table_for(streamed);
    const std::int64_t kernels = *estimate_machine_code(table, streamed.model, streamed.plan).bytes;
    std::int64_t around = 0, bytes = 1;
    const feature_list features = machine_code_around_kernels(streamed.model, streamed.plan);
    for (const auto& [name, value] : features.all()) {
        table.machine_code.emplace(name, double(bytes));
        around += value * bytes;
        bytes *= 10;
    }
    REQUIRE(around > 1000);
    CHECK(estimate_machine_code(table, streamed.model, streamed.plan).bytes == kernels + around);
}

TEST_CASE("a form that no part names takes the mean of those that parts name") {
    const analysis a = analyzed();
    cost_table table = table_for(a);
    const std::int64_t known = *estimate_machine_code(table, a.model, a.plan).bytes;
    machine_code_entry& part =
        *std::ranges::find_if(table.machine_code_entries, [](const machine_code_entry& p) {
            return p.kernels.front().find("conv") != std::string::npos;
        });
    const std::string kernel = part.kernels.front().substr(0, part.kernels.front().rfind(' '));
    std::erase_if(table.machine_code_entries, [&](const machine_code_entry& p) {
        return p.kernels.front().starts_with(kernel + " =");
    });
    const std::int64_t missing =
        (known - 100 * std::int64_t(table.machine_code_entries.size())) / 100;
    table.machine_code_entries.push_back({10, machine_code_count::once, {kernel + " =9x9/1x1"}});
    table.machine_code_entries.push_back({30, machine_code_count::once, {kernel + " =9x9/2x2"}});
    CHECK(estimate_machine_code(table, a.model, a.plan).bytes == known - missing * 80);
}

TEST_CASE("a form that no part names counts as one with the same window") {
    const analysis a = analyzed();
    cost_table table = table_for(a);
    const std::int64_t known = *estimate_machine_code(table, a.model, a.plan).bytes;
    const auto part =
        std::ranges::find_if(table.machine_code_entries, [](const machine_code_entry& p) {
            return contains(p.kernels.front(), "conv") && contains(p.kernels.front(), " =3x3");
        });
    REQUIRE(part != table.machine_code_entries.end());
    part->kernels.front() += "/rows";
    CHECK(estimate_machine_code(table, a.model, a.plan).bytes == known);
}

TEST_CASE("an instance serves layers with all rows and with some") {
    const kernel_instance rows{
        .kernel = "k", .form = "3x3/1x1/any/rows", .channels = {}, .finish = {}};
    CHECK(with_form(rows) == "k =3x3/1x1/any/rows");
    CHECK(for_all_rows(rows).form == "3x3/1x1/any");
    CHECK(for_all_rows(for_all_rows(rows)).form == "3x3/1x1/any");
    CHECK(window_or_order("3x3/1x1/any/rows") == "3x3/1x1");
    CHECK(window_or_order("3x3/1x1/compact") == "3x3/1x1");
    CHECK(window_or_order("arm_dsp_fours") == "arm_dsp_fours");
}

TEST_CASE("a table without a kernel's code gives none, and names the kernel") {
    const analysis a = analyzed();
    cost_table table = table_for(a);
    const std::string lost = table.machine_code_entries.back().kernels.front();
    table.machine_code_entries.pop_back();
    const machine_code_estimate code = estimate_machine_code(table, a.model, a.plan);
    CHECK_FALSE(code.bytes);
    CHECK(contains(code.reason, lost));
    const std::string of_windows = lost.substr(0, lost.rfind(' '));
    for (const std::string& other : {lost + " sort", of_windows + " sort"})
        table.machine_code_entries.push_back({50, machine_code_count::once, {other}});
    CHECK(contains(estimate_machine_code(table, a.model, a.plan).reason, lost));
    table.machine_code_entries.clear();
    CHECK(contains(estimate_machine_code(table, a.model, a.plan).reason,
                   "the table of t has no bytes"));
}

TEST_CASE("a summary says how much code a plan takes, and how sure that is") {
    const analysis a = analyzed();
    REQUIRE(a.cost.machine_code.bytes);
    CHECK(contains(describe_cost(a).front(), "; about "));
    CHECK(contains(describe_cost(a).front(), "of code (+-"));
}
