// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Rules that say in which memories tensors lie: firmware's, which override those of the tool.

#include <stdint.h>
#include <tigris/support/equal_text.hpp>

namespace tigris {

/// Kinds of tensors: what a run makes and forgets, states, weights and tables; or all of these.
enum class placed : uint8_t { all, scratch, persistent, constant };

/// A rule that says where tensors lie. `memory` and `destination` are names of regions of the
/// target's map, or "" if the rule does not decide.
struct placement_rule {
    placed kind = placed::all;     // kind of the tensors
    const char* id = "";           // one of the model's tensor_names; "": all
    const char* memory = "";       // region that holds the tensors
    const char* destination = "";  // region that constants are copied to before a run

    constexpr bool exists() const { return names_memory() || names_destination(); }
    constexpr bool names_memory() const { return memory[0] != '\0'; }
    constexpr bool names_destination() const { return destination[0] != '\0'; }
    constexpr bool names_tensor() const { return id[0] != '\0'; }
    /// Rules of a higher rank win: first rules of ids, then rules of kinds, then rules of all
    /// tensors.
    constexpr int rank() const { return (names_tensor() ? 2 : 0) + (kind != placed::all); }
};

/// The rules of a target, until the first rule that says nothing. Of two rules of one rank the
/// later one wins. Objects need static storage duration, because targets point to them.
struct placement_rules {
    static constexpr int capacity = 32;

    placement_rule rules[capacity]{};

    constexpr int size() const {
        int count = 0;
        while (count < capacity && rules[count].exists()) ++count;
        return count;
    }
    constexpr const placement_rule& operator[](int i) const { return rules[i]; }
};

constexpr bool operator==(const placement_rule& a, const placement_rule& b) {
    return a.kind == b.kind && equal_text(a.id, b.id) && equal_text(a.memory, b.memory) &&
           equal_text(a.destination, b.destination);
}
constexpr bool operator==(const placement_rules& a, const placement_rules& b) {
    for (int i = 0; i < placement_rules::capacity; ++i)
        if (!(a.rules[i] == b.rules[i])) return false;
    return true;
}

/// What is wrong with a rule.
///
/// * unknown_memory: the map has no memory of that name, or the target has no map.
/// * unknown_id: no tensor of that kind has this name.
/// * caller: the tensor is in the caller's memory.
/// * state: another rule wants a state of the model in another memory.
/// * read_only: the memory holds no tensors that firmware writes.
/// * constant: the section of a constant is fixed when the model is converted.
/// * in_place: the conversion also fixes which constants are copied.
/// * no_constant: only constants have a destination.
/// * divided, merged: all constants that are copied to one memory are one block.
enum class placement_fault : uint8_t {
    none,
    unknown_memory,
    unknown_id,
    caller,
    state,
    read_only,
    constant,
    in_place,
    no_constant,
    divided,
    merged
};

// The compiler prints the types declared here: which rule, and what is wrong with the rule.
template <int Number>
struct rule_number;
template <placement_fault>
struct rule_is;

namespace planning {

template <class Fault>
inline constexpr placement_fault fault_of = placement_fault::none;
template <placement_fault Fault>
inline constexpr placement_fault fault_of<rule_is<Fault>> = Fault;

/// Completing this type gives one error if a placement rule of a target cannot be obeyed
/// (docs/how_to/placement.md).
template <class Model, class Rule, class Fault>
struct sound_placement {
    static_assert(fault_of<Fault> != placement_fault::unknown_memory,
                  "tigris: a placement rule names a memory that the target's map does not have");
    static_assert(fault_of<Fault> != placement_fault::unknown_id,
                  "tigris: a placement rule names a tensor that the model does not have; its ids "
                  "are in tensor_names");
    static_assert(fault_of<Fault> != placement_fault::caller,
                  "tigris: a placement rule names an input or output that is in the caller's "
                  "memory; give it the mode tigris::io::arena");
    static_assert(
        fault_of<Fault> != placement_fault::state,
        "tigris: placement rules want states in two memories, but all states of a model lie in "
        "one; name the same memory for all");
    static_assert(fault_of<Fault> != placement_fault::read_only,
                  "tigris: a placement rule puts what firmware writes into memory that is "
                  "read-only or not addressable");
    static_assert(fault_of<Fault> != placement_fault::constant,
                  "tigris: a placement rule would change the section of a constant, which is fixed "
                  "at conversion; give the rule to onnx2hpp, or name another kind");
    static_assert(fault_of<Fault> != placement_fault::in_place,
                  "tigris: a placement rule would copy a constant that is not staged; which "
                  "constants are copied is fixed at conversion; give the rule to onnx2hpp, or name "
                  "staged ones");
    static_assert(
        fault_of<Fault> != placement_fault::no_constant,
        "tigris: a placement rule gives a destination to a tensor that is not a constant; "
        "name constants that are staged");
    static_assert(fault_of<Fault> != placement_fault::divided,
                  "tigris: placement rules would divide a block of staged constants; name all "
                  "constants of the block, or give the rules to onnx2hpp");
    static_assert(
        fault_of<Fault> != placement_fault::merged,
        "tigris: placement rules would copy two blocks of staged constants to one memory; "
        "name another memory, or give the rules to onnx2hpp");
};

/// Completing this type gives one error if no plan that obeys the placement rules fits.
template <class Model, bool Fits = false>
struct obeyed_placement {
    static_assert(Fits,
                  "tigris: the model does not fit where placement rules want its tensors: a memory "
                  "is full; pin fewer tensors to it");
};

}  // namespace planning
}  // namespace tigris
