// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/core.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/costs/cost_table.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower_case.hpp>
#include <onnx2hpp/nearest_word.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace onnx2hpp {
namespace {

using tigris::kernels::core_feature;

struct known_core {
    std::string_view name;
    std::initializer_list<core_feature> features;
};

constexpr auto dsp = core_feature::dsp;
constexpr auto mve = core_feature::mve;
const known_core known_cores[]{{"cortex-m0", {}},          {"cortex-m0plus", {}},
                               {"cortex-m1", {}},          {"cortex-m3", {}},
                               {"cortex-m4", {dsp}},       {"cortex-m7", {dsp}},
                               {"cortex-m23", {}},         {"cortex-m33", {dsp}},
                               {"cortex-m35p", {dsp}},     {"cortex-m52", {dsp, mve}},
                               {"cortex-m55", {dsp, mve}}, {"cortex-m85", {dsp, mve}},
                               {"riscv-rv32imc", {}},      {"riscv-rv32imafc", {}},
                               {"xtensa-lx7", {}},         {"x86-64", {core_feature::avx2}}};

constexpr std::string_view cortex_m = "cortex-m";

/// How names of cores begin that are many, of which the tool does not know all.
constexpr std::string_view open_prefixes[]{"cortex-a", "cortex-r", "riscv-", "xtensa-"};

constexpr std::pair<core_feature, const char*> feature_names[]{
    {dsp, "the DSP extension"},
    {mve, "Helium (MVE)"},
    {core_feature::avx2, "AVX2"},
    {core_feature::neon, "NEON of 64-bit Arm"}};

std::string digits_of(std::string_view name) {
    std::string digits;
    std::copy_if(name.begin(), name.end(), std::back_inserter(digits),
                 [](char c) { return c >= '0' && c <= '9'; });
    return digits;
}

/// Names of the known cores that satisfy a condition.
template <class Condition>
std::vector<std::string> names_of_known_cores(const Condition& condition) {
    std::vector<std::string> names;
    for (const known_core& c : known_cores)
        if (condition(c.name)) names.emplace_back(c.name);
    return names;
}

const known_core* find_known(std::string_view name) {
    const auto found = std::find_if(std::begin(known_cores), std::end(known_cores),
                                    [&](const known_core& c) { return c.name == name; });
    return found == std::end(known_cores) ? nullptr : found;
}

/// A core's name as the tool spells it: cortex-m0plus of Cortex_M0+.
std::string as_spelled_here(const std::string& name) {
    std::string made;
    for (const char c : lower_case(name))
        if (c == '+')
            made += "plus";
        else
            made += c == '_' ? '-' : c;
    return made;
}

/// Other digits are another core, rather than a slip.
std::optional<std::string> meant_by(const std::string& spelled) {
    if (find_known(spelled)) return spelled;
    if (const cost_table* table = find_core(spelled)) return table->core;  // of a short name
    for (const std::string_view prefix : open_prefixes)
        if (spelled.starts_with(prefix)) return {};
    return nearest_word(spelled, names_of_known_cores([&](std::string_view known) {
                            return digits_of(known) == digits_of(spelled);
                        }));
}

core_feature feature_needed_by(tigris::backend backend) {
    return with_tag_of(backend,
                       [](auto tag) { return tigris::kernels::feature_of<decltype(tag)>(); });
}

const char* name_of(core_feature wanted) {
    for (const auto& [feature, name] : feature_names)
        if (feature == wanted) return name;
    return "";
}

bool runs(const known_core& core, tigris::backend backend) {
    const core_feature needed = feature_needed_by(backend);
    return needed == core_feature::none ||
           std::find(core.features.begin(), core.features.end(), needed) != core.features.end();
}

/// The backends of ours; libraries are the user's choice.
std::string names_of_backends_for(const known_core& core) {
    std::vector<std::string> names;
    for (const named_backend& b : backends)
        if (b.value != tigris::cmsis_nn && b.value != tigris::esp_nn && runs(core, b.value))
            names.emplace_back(b.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::optional<std::string> mistake_in_core(const std::string& name) {
    if (find_known(name)) return {};
    const std::string spelled = as_spelled_here(name);
    if (const auto meant = meant_by(spelled))
        return fmt::format("there is no core {}{}", in_quotes(name), as_question(meant));
    if (!spelled.starts_with(cortex_m)) return {};
    const auto names =
        names_of_known_cores([](std::string_view known) { return known.starts_with(cortex_m); });
    return fmt::format("there is no core {}; the Cortex-M cores are {}", in_quotes(name),
                       fmt::join(names, ", "));
}

std::optional<std::string> mistake_in_backend(const std::string& core, tigris::backend backend) {
    const known_core* known = find_known(core);
    if (!known || runs(*known, backend)) return {};
    return fmt::format("the backend {} needs {}, which {} lacks; write one of {}", spell(backend),
                       name_of(feature_needed_by(backend)), core, names_of_backends_for(*known));
}

}  // namespace onnx2hpp
