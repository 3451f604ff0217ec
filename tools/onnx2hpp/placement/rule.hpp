// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user says of where tensors lie, rule by rule.

#include <tigris/planning/placement.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// The name of a memory, and where it is written: `rules.yaml:7`. Empty where it is not given.
struct named_memory {
    std::string name;
    std::string where{};

    bool is_given() const { return !name.empty(); }
};

/// Tensors of a kind, and of one of these ids (none: all). `where` it is written begins what is
/// said of it. `destination` is where constants are copied before a run.
struct tensor_rule {
    std::string where;
    tigris::placed kind = tigris::placed::all;
    std::vector<std::string> ids{};
    named_memory memory{};
    named_memory destination{};

    /// How strong a rule is, from 0 to 3. Of two rules of one rank, the later one wins.
    int rank() const { return (ids.empty() ? 0 : 2) + (kind != tigris::placed::all); }
};

/// A kind of tensors as rules write it.
constexpr const char* spell(tigris::placed kind) {
    using enum tigris::placed;
    switch (kind) {
        case scratch: return "SCRATCH";
        case persistent: return "PERSISTENT";
        case constant: return "CONSTANT";
        default: return "*";
    }
}

/// Throws failure(bad_input): `where: sentence`.
[[noreturn]] void fail_in(const std::string& where, const std::string& sentence);

}  // namespace onnx2hpp
