// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What plans are told in.

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/enumerators.hpp>
#include <tigris/planning/plan/plan.hpp>

namespace onnx2hpp {

constexpr const char* spell(tigris::planning::home where) {
    return where == tigris::planning::home::constant ? "flash" : name_of(where);
}

constexpr const char* spell_region(const tigris::target& t, int region) {
    if (t.memories) return (*t.memories)[region].name;
    return region == tigris::planning::slow_space ? "slow" : "fast";
}

}  // namespace onnx2hpp
