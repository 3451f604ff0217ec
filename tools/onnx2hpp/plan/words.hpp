// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What plans are told in: the names of their enumerators.

#include <onnx2hpp/backends.hpp>
#include <tigris/planning/plan.hpp>

namespace onnx2hpp {

constexpr const char* spell(tigris::io mode) {
    constexpr const char* names[]{"caller", "arena", "rows", "slow"};
    return names[int(mode)];
}

constexpr const char* spell(tigris::planning::strategy runs) {
    constexpr const char* names[]{"whole", "tiled", "chain"};
    return names[int(runs)];
}

constexpr const char* spell(tigris::planning::action does) {
    constexpr const char* names[]{"compute", "receive", "send", "spill", "reload"};
    return names[int(does)];
}

constexpr const char* spell(tigris::ops::contract runs) {
    constexpr const char* names[]{"rows", "accumulate", "whole", "alias"};
    return names[int(runs)];
}

constexpr const char* spell(tigris::planning::home lives) {
    constexpr const char* names[]{"arena", "input", "output", "flash", "nowhere"};
    return names[int(lives)];
}

constexpr const char* spell_region(const tigris::target& t, int region) {
    if (t.memories) return (*t.memories)[region].name;
    return region == tigris::planning::slow_space ? "slow" : "fast";
}

}  // namespace onnx2hpp
