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

/// Costs of a kernel: instructions for each feature of its work (show/cost/features.hpp). `cycles`:
/// cycles of the core's model for each instruction; 0 if there is no model.
struct kernel_costs {
    std::map<std::string, double, std::less<>> instructions;
    double cycles = 0;
};

/// How often a program has the machine code of an entry, if it has one of the entry's kernels.
/// once: one time. each: for each instance of its kernels. finish: for each way in which they
/// finish sums.
enum class machine_code_count { once, each, finish };

/// Bytes of machine code. Names of kernels may end with a form (show/cost/kernel_instance.hpp), as
/// in "portable pool-max int8_t int8_t =2x2/2x2".
struct machine_code_entry {
    double bytes = 0;
    machine_code_count count = machine_code_count::once;
    std::vector<std::string> kernels;
};

/// Costs of a core with a backend's kernels.
///
/// * `name`: as --core and scripts/bench have it. `core`: as boards have it.
/// * `error_percent`: whole models are within that of the table.
/// * `cycle_model`: core whose cycles are counted; empty: none. `cycle_error_percent`: boards were
///   within that of the model; 0: nobody compared.
/// * `machine_code_entries`: bytes of kernels. `machine_code`: bytes for each feature of what calls
///   kernels. `machine_code_error_percent`: whole programs are within that.
/// * `machine_code_of`: another table that gives these three members, unless the name is empty.
struct cost_table {
    std::string name;
    std::string core;
    tigris::backend backend{};
    int error_percent = 0;
    std::string cycle_model;
    int cycle_error_percent = 0;
    std::string machine_code_of;
    int machine_code_error_percent = 0;
    std::map<std::string, double, std::less<>> machine_code;
    std::vector<machine_code_entry> machine_code_entries;
    std::map<std::string, kernel_costs, std::less<>> kernels;
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
