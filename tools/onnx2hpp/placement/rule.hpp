// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user says of where tensors lie, rule by rule.

#include <tigris/planning/target/placement.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// A memory that a rule names; empty if it names none.
struct named_memory {
    std::string name;     // name of the memory
    std::string where{};  // where it is written: `rules.yaml:7`

    bool is_given() const { return !name.empty(); }
};

/// A placement rule.
struct tensor_rule {
    std::string where;                          // where it is written: messages begin with it
    tigris::placed kind = tigris::placed::all;  // kind of the tensors
    std::vector<std::string> ids{};             // ids of the tensors; none: all
    named_memory memory{};                      // memory of the tensors
    named_memory destination{};                 // memory that constants are copied to before a run

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
