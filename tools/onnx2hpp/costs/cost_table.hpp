// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Costs of kernels on a core: tables that scripts/bench --cost makes (docs/how_to/cost_tables.md).

#include <tigris/model/backend.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

/// Costs of a kernel.
struct kernel_costs {
    /// Instructions for each feature of its work (show/cost/features.hpp).
    std::map<std::string, double, std::less<>> instructions;
    double cycles = 0;  // cycles of the cycle model per instruction; 0: there is no model
};

/// How often a program has the machine code of an entry, if it has one of the entry's kernels.
/// once: one time. each: for each instance of its kernels. finish: for each way in which they
/// finish sums.
enum class machine_code_count { once, each, finish };

/// Bytes of machine code that some kernels share. Names of kernels may end with a form
/// (show/cost/kernel_instance.hpp), as in "portable pool-max int8_t int8_t =2x2/2x2".
struct machine_code_entry {
    double bytes = 0;                                     // bytes of machine code
    machine_code_count count = machine_code_count::once;  // how often a program has these bytes
    std::vector<std::string> kernels;                     // kernels that need them
};

/// Costs of a core with a backend's kernels.
struct cost_table {
    std::string name;             // name of the core for --core and scripts/bench
    std::string core;             // name of the core for boards
    tigris::backend backend{};    // backend of the kernels
    int error_percent = 0;        // estimates for whole models are within this of the counts
    std::string cycle_model;      // core whose cycles are counted; empty: none
    int cycle_error_percent = 0;  // boards were within this of the cycle model; 0: nobody compared
    std::string machine_code_of;  // table that has the next three members; empty: this one
    int machine_code_error_percent = 0;  // estimates for whole programs are within this
    /// Bytes for each feature of machine code that calls kernels.
    std::map<std::string, double, std::less<>> machine_code;
    std::vector<machine_code_entry> machine_code_entries;      // bytes of kernels
    std::map<std::string, kernel_costs, std::less<>> kernels;  // costs by the names of kernels
};

/// Parses a table. Throws std::logic_error, naming the line that is wrong. The format:
///
/// * lines of two words for the table's own members;
/// * "[kernel]", and below it lines "feature number";
/// * "[machine_code]", and below it lines "bytes kernel | kernel". After the bytes "each" or
///   "finish" may follow.
///
/// Text after '#' is a comment.
cost_table parse_cost_table(std::string_view text);

/// The cost tables of the repository.
const std::vector<cost_table>& cost_tables();

/// The table of a core, by either name, with a backend's kernels, or null.
const cost_table* find_cost_table(std::string_view core, tigris::backend backend);

/// The table of a core, or null. If no core is named: the first core with the backend's kernels and
/// machine code of its own. That is Cortex-M4 for arm_dsp, M55 for helium, M0+ for blocked.
const cost_table* find_likely_table(std::string_view core, tigris::backend backend);

/// The first table of a core that --core names, by either name, or null; and all short names, with
/// commas.
const cost_table* find_core(std::string_view name);
std::string names_of_cores();

}  // namespace onnx2hpp
