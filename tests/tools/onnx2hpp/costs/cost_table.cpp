// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/costs/cost_table.hpp>

#include <helpers/contains.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

constexpr const char* small_table =
    "# comment\n"
    "name m9\n"
    "core cortex-m9\n"
    "backend blocked\n"
    "error_percent 7\n"
    "machine_code_error_percent 9\n"
    "machine_code.whole_steps 120.5\n"
    "\n"
    "[blocked conv int8_t int8_t pixels]  # comment\n"
    "cycles_per_instruction 1.25\n"
    "calls 12\n"
    "products 0.5\n";

std::string refusal_of(const std::string& text) {
    try {
        parse_cost_table(text);
    } catch (const std::logic_error& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a table has members, and a coefficient for each feature of each kernel") {
    const cost_table t = parse_cost_table(small_table);
    CHECK(t.name == "m9");
    CHECK(t.core == "cortex-m9");
    CHECK(t.backend == tigris::blocked);
    CHECK(t.error_percent == 7);
    CHECK(t.cycle_model.empty());
    CHECK(t.machine_code_error_percent == 9);
    CHECK(t.machine_code.at("whole_steps") == 120.5);
    REQUIRE(t.kernels.size() == 1);
    const kernel_costs& k = t.kernels.at("blocked conv int8_t int8_t pixels");
    CHECK(k.cycles == 1.25);
    CHECK(k.instructions.at("calls") == 12);
    CHECK(k.instructions.at("products") == 0.5);
    CHECK(k.instructions.size() == 2);
}

TEST_CASE("a table has bytes of code, and the kernels of which any brings them") {
    const cost_table t =
        parse_cost_table(std::string(small_table) +
                         "\n[machine_code]\n12.5 blocked conv | portable pool =2x2/2x2\n"
                         "3 each portable pool  # comment\n"
                         "7 finish blocked gemm\n");
    REQUIRE(t.machine_code_entries.size() == 3);
    CHECK(t.machine_code_entries[0].bytes == 12.5);
    CHECK(t.machine_code_entries[0].count == machine_code_count::once);
    CHECK(t.machine_code_entries[0].kernels ==
          std::vector<std::string>{"blocked conv", "portable pool =2x2/2x2"});
    CHECK(t.machine_code_entries[1].count == machine_code_count::each);
    CHECK(t.machine_code_entries[1].kernels == std::vector<std::string>{"portable pool"});
    CHECK(t.machine_code_entries[2].count == machine_code_count::finish);
    CHECK(t.machine_code_entries[2].kernels == std::vector<std::string>{"blocked gemm"});
}

TEST_CASE("a core with another one's instructions has its code") {
    const cost_table &m7 = *find_core("m7"), &m4 = *find_core("m4");
    CHECK(m7.machine_code_of == "m4");
    REQUIRE_FALSE(m4.machine_code_entries.empty());
    CHECK(m7.machine_code_entries.size() == m4.machine_code_entries.size());
    CHECK(m7.machine_code == m4.machine_code);
    CHECK(m7.machine_code_error_percent == m4.machine_code_error_percent);
}

TEST_CASE("what is wrong in a table is said with its line") {
    const std::string text = small_table;
    CHECK(contains(refusal_of(text + "rows many\n"), "line 13: many is no number"));
    CHECK(contains(refusal_of(text + "calls 3\n"), "calls stands here twice"));
    CHECK(contains(refusal_of(text + "[machine_code]\n12\n"), "line 14: a kernel is missing"));
    CHECK(contains(refusal_of(text + "[blocked conv int8_t int8_t pixels]\n"), "twice"));
    CHECK(contains(refusal_of("name m9\nclock 3\n"), "clock is no member"));
    CHECK(contains(refusal_of("backend gpu\n"), "gpu is no backend"));
    CHECK(contains(refusal_of("name\n"), "a value is missing"));
    CHECK(contains(refusal_of("name m9\n"), "no core or no kernel"));
}

TEST_CASE("tables of the repository are found by both names of a core and by backend") {
    REQUIRE(find_core("m4"));
    CHECK(find_core("m4")->core == "cortex-m4");
    CHECK(find_cost_table("cortex-m4", tigris::arm_dsp) == find_cost_table("m4", tigris::arm_dsp));
    CHECK(find_cost_table("m4", tigris::esp_nn) == nullptr);
    CHECK(find_core("cortex-m4") == find_core("m4"));
    CHECK(find_core("m5") == nullptr);
    CHECK(contains(names_of_cores(), "m4"));
    CHECK(find_likely_table("", tigris::arm_dsp)->name == "m4");
    CHECK(find_likely_table("cortex-m33", tigris::arm_dsp)->name == "m33");
    CHECK(find_likely_table("", tigris::x86) == nullptr);
}

TEST_CASE("each table knows what lies between kernels, and what any kernel takes") {
    for (const cost_table& t : cost_tables())
        for (const char* kernel : {"run", "portable any", "portable any float"})
            CHECK_MESSAGE(t.kernels.contains(kernel), std::string(t.name + kernel));
}
