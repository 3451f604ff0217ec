// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/costs/cost_table.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/costs/table_texts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace onnx2hpp {
namespace {

/// What stands before the separator, which goes with it.
std::string_view take_until(char separator, std::string_view& text) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return taken;
}

std::string take_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return std::string(take_until(' ', line));
}

/// Reads a table, without streams: the planner of the report's page reads tables, too, and streams
/// are half of its size.
class table_reader {
public:
    cost_table read(std::string_view text) && {
        while (!text.empty()) {
            std::string_view line = take_until('\n', text);
            take(take_until('#', line));
        }
        if (made_.core.empty() || made_.kernels.empty()) refuse("no core or no kernel");
        return std::move(made_);
    }

private:
    [[noreturn]] void refuse(std::string_view what) const {
        throw std::logic_error(
            fmt::format("cost table {}: line {}: {}", made_.name, number_, what));
    }

    void take(std::string_view line) {
        ++number_;
        if (line.starts_with('[')) return begin(line);
        const std::string key = take_word(line);
        if (key.empty()) return;
        if (is_machine_code_) return take_entry(key, line);
        const std::string value = take_word(line);
        if (value.empty()) refuse("a value is missing");
        if (kernel_)
            take_cost(key, value);
        else
            take_member(key, value);
    }

    void begin(std::string_view line) {
        const std::size_t end = line.find(']');
        if (end == line.npos) refuse("a ] is missing");
        is_machine_code_ = line.substr(1, end - 1) == "machine_code";
        if (is_machine_code_) return;
        const auto [at, is_new] = made_.kernels.try_emplace(std::string(line.substr(1, end - 1)));
        if (!is_new) refuse("this kernel stands here twice");
        kernel_ = &at->second;
    }

    double number(const std::string& text) const {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end != '\0') refuse(text + " is no number");
        return value;
    }

    void take_cost(const std::string& key, const std::string& value) {
        if (key == "cycles_per_instruction")
            kernel_->cycles = number(value);
        else if (!kernel_->instructions.emplace(key, number(value)).second)
            refuse(key + " stands here twice");
    }

    static machine_code_count take_count(std::string_view& line) {
        for (const auto& [word, count] : {std::pair{"each ", machine_code_count::each},
                                          std::pair{"finish ", machine_code_count::finish}})
            if (line.starts_with(word)) {
                line.remove_prefix(std::string_view(word).size());
                return count;
            }
        return machine_code_count::once;
    }

    void take_entry(const std::string& bytes, std::string_view kernels) {
        machine_code_entry entry{
            .bytes = number(bytes), .count = take_count(kernels), .kernels = {}};
        while (!kernels.empty()) {
            std::string_view name = take_until('|', kernels);
            while (name.ends_with(' ')) name.remove_suffix(1);
            entry.kernels.emplace_back(name);
            kernels.remove_prefix(std::min(kernels.find_first_not_of(' '), kernels.size()));
        }
        if (entry.kernels.empty()) refuse("a kernel is missing");
        made_.machine_code_entries.push_back(std::move(entry));
    }

    void take_member(const std::string& key, const std::string& value) {
        if (key == "name")
            made_.name = value;
        else if (key == "core")
            made_.core = value;
        else if (key == "backend")
            made_.backend = backend_called(value);
        else if (key == "error_percent")
            made_.error_percent = int(number(value));
        else if (key == "cycle_model")
            made_.cycle_model = value;
        else if (key == "cycle_error_percent")
            made_.cycle_error_percent = int(number(value));
        else if (key == "machine_code_of")
            made_.machine_code_of = value;
        else if (key == "machine_code_error_percent")
            made_.machine_code_error_percent = int(number(value));
        else if (key.starts_with("machine_code."))
            made_.machine_code[key.substr(13)] = number(value);
        else
            refuse(key + " is no member of a table");
    }

    tigris::backend backend_called(const std::string& name) const {
        const auto named = backends_by_name();
        const auto found = named.find(name);
        if (found == named.end()) refuse(name + " is no backend");
        return found->second;
    }

    cost_table made_;
    kernel_costs* kernel_ = nullptr;
    bool is_machine_code_ = false;
    int number_ = 0;
};

/// The code of the table that `to` names.
void take_machine_code(const std::vector<cost_table>& from, cost_table& to) {
    const auto found = std::find_if(from.begin(), from.end(), [&](const cost_table& table) {
        return table.name == to.machine_code_of;
    });
    if (found == from.end())
        throw std::logic_error(
            fmt::format("cost table {}: there is no table {}", to.name, to.machine_code_of));
    to.machine_code_error_percent = found->machine_code_error_percent;
    to.machine_code = found->machine_code;
    to.machine_code_entries = found->machine_code_entries;
}

}  // namespace

cost_table parse_cost_table(std::string_view text) { return table_reader().read(text); }

const std::vector<cost_table>& cost_tables() {
    static const std::vector<cost_table> tables = [] {
        std::vector<cost_table> read;
        for (const table_text& t : table_texts()) read.push_back(parse_cost_table(t.text));
        for (cost_table& t : read)
            if (!t.machine_code_of.empty()) take_machine_code(read, t);
        return read;
    }();
    return tables;
}

const cost_table* find_cost_table(std::string_view core, tigris::backend backend) {
    for (const cost_table& t : cost_tables())
        if ((t.name == core || t.core == core) && t.backend == backend) return &t;
    return nullptr;
}

const cost_table* find_likely_table(std::string_view core, tigris::backend backend) {
    if (!core.empty()) return find_cost_table(core, backend);
    for (const cost_table& t : cost_tables())
        if (t.backend == backend && t.machine_code_of.empty()) return &t;
    return nullptr;
}

const cost_table* find_core(std::string_view name) {
    for (const cost_table& t : cost_tables())
        if (t.name == name || t.core == name) return &t;
    return nullptr;
}

std::string names_of_cores() {
    std::string names;
    for (const cost_table& t : cost_tables()) names += (names.empty() ? "" : ", ") + t.name;
    return names;
}

}  // namespace onnx2hpp
