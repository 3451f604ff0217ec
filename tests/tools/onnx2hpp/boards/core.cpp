// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/core.hpp>

#include <onnx2hpp/costs/cost_table.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace onnx2hpp;

TEST_CASE("cores of cost tables, and those of which the tool knows nothing, are right") {
    for (const cost_table& table : cost_tables()) CHECK_FALSE(mistake_in_core(table.core));
    for (const char* name : {"cortex-m85", "cortex-a7", "cortex-r4", "riscv-rv32imac",
                             "riscv-rv64gc", "xtensa-lx6", "avr32", "b", "hexagon-v66"})
        CHECK_FALSE(mistake_in_core(name));
}

TEST_CASE("a core that is spelled otherwise than a known one is no core") {
    for (const char* name :
         {"Cortex-M4", "cortex_m4", "CORTEX-M4", "cortx-m4", "m4", "M4", "cortex-m4f"})
        CHECK(mistake_in_core(name) ==
              "there is no core '" + std::string(name) + "'; did you mean cortex-m4?");
    CHECK(mistake_in_core("Cortex-M0+") ==
          "there is no core 'Cortex-M0+'; did you mean cortex-m0plus?");
    CHECK(mistake_in_core("RISCV-RV32IMC") ==
          "there is no core 'RISCV-RV32IMC'; did you mean riscv-rv32imc?");
}

TEST_CASE("a Cortex-M that does not exist is told those that do") {
    const auto mistake = mistake_in_core("cortex-m5");
    REQUIRE(mistake);
    CHECK(mistake->starts_with("there is no core 'cortex-m5'; the Cortex-M cores are cortex-m0, "));
    CHECK(mistake->find("riscv") == std::string::npos);
}

TEST_CASE("a known core runs no backend whose instructions it lacks") {
    CHECK(mistake_in_backend("cortex-m4", tigris::helium) ==
          "the backend helium needs Helium (MVE), which cortex-m4 lacks; write one of portable, "
          "blocked, arm_dsp");
    CHECK(mistake_in_backend("cortex-m0plus", tigris::arm_dsp) ==
          "the backend arm_dsp needs the DSP extension, which cortex-m0plus lacks; write one of "
          "portable, blocked");
    CHECK(mistake_in_backend("x86-64", tigris::arm_dsp));
    CHECK(mistake_in_backend("riscv-rv32imc", tigris::x86));
    CHECK_FALSE(mistake_in_backend("cortex-m55", tigris::arm_dsp));
    CHECK_FALSE(mistake_in_backend("cortex-m3", tigris::cmsis_nn));
    CHECK_FALSE(mistake_in_backend("xtensa-lx7", tigris::esp_nn));
    CHECK_FALSE(mistake_in_backend("cortex-a7", tigris::arm_dsp));
    for (const cost_table& table : cost_tables())
        CHECK_FALSE(mistake_in_backend(table.core, table.backend));
}
