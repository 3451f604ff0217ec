// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/over_budget.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/full_region.hpp>

#include <tigris/planning/target/banks.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

std::string given_bytes(std::uint64_t bytes) {
    return bytes == 0 ? "none" : fmt::format("{}", bytes);
}

memory_lack exceeded_flash(const lowered_model& model, const owned_plan& p, const target& t) {
    return {
        fmt::format("{} needs {} bytes of flash for weights and tables and was given {}; raise -f",
                    model.name, p.flash_bytes, t.flash),
        lacking_memory::flash, -1, p.flash_bytes - signed_bytes(t.flash)};
}

/// Bytes of slow memory with which the model fits; nothing if no amount is enough.
std::optional<std::int64_t> slow_bytes_needed(planner& plans, const target& t) {
    const std::optional<owned_plan> spilling = plans.plan(t.fast, unlimited);
    if (!spilling) return {};
    return spilling->slow_peak_bytes;
}

/// Whether a board has no more than the target may use already.
bool is_all_of_board(planner& plans, const target& t, std::uint64_t target::*memory) {
    const target all = resolve({.memories = t.memories}, plans.alignment());
    return t.memories && t.*memory == all.*memory;
}

/// Why a board has no more fast memory.
const char* all_of_board(const lowered_model& model) {
    return model.memories_left ? "constants and states take the rest of what the board has"
                               : "the board has no more";
}

std::string advice_for_slow(planner& plans, const target& t) {
    if (is_all_of_board(plans, t, &target::slow)) return "the board has no more";
    return t.slow > 0 ? "raise the second -m" : "give them with a second -m";
}

memory_lack exceeded_slow(const lowered_model& model, planner& plans, const target& t,
                          std::int64_t needed) {
    return {fmt::format("{} fits in {} bytes of slow memory and was given {}; {}", model.name,
                        needed, given_bytes(t.slow), advice_for_slow(plans, t)),
            lacking_memory::slow, -1, needed - signed_bytes(t.slow)};
}

/// The smaller of the planner's own plan and what a search found.
searched_plan least_plan(const lowered_model& model, planner& plans, const target& t,
                         const std::optional<searched_plan>& searched) {
    const std::int64_t own = least_fast_bytes(plans, t);
    if (searched && searched->bytes < own) return *searched;
    return {own, smallest_plan(model, plans, t).peak_step};
}

memory_lack exceeded_memory(const lowered_model& model, planner& plans, const target& t,
                            const std::optional<searched_plan>& searched) {
    const std::optional<std::int64_t> slow = slow_bytes_needed(plans, t);
    const bool lacks_slow =
        slow && (t.slow > 0 || std::uint64_t(least_fast_bytes(plans, t)) <= t.fast);
    if (lacks_slow) return exceeded_slow(model, plans, t, *slow);
    const bool can_have_slow = slow && !is_all_of_board(plans, t, &target::slow);
    const searched_plan least = least_plan(model, plans, t, searched);
    std::string sentence = fmt::format(
        "{} fits in {} bytes of fast memory and was given {}; step '{}' needs most; "
        "{}{}{}{}",
        model.name, least.bytes + model.prefix_bytes, with_prefix(t.fast, model.prefix_bytes),
        model.nodes[std::size_t(least.peak_step)].name,
        is_all_of_board(plans, t, &target::fast) ? all_of_board(model) : "raise -m",
        searched ? "" : ", or leave out --effort none",
        can_have_slow ? fmt::format(", or give {} bytes of slow memory with a second -m", *slow)
                      : "",
        slow || plans.can_number_transfers()
            ? ""
            : ", or split the model: it has too many steps to move all it makes to slow memory");
    return {std::move(sentence), lacking_memory::fast, -1, least.bytes - signed_bytes(t.fast)};
}

}  // namespace

std::optional<memory_lack> exceeded_budget(const lowered_model& model, planner& plans,
                                           const target& t, std::optional<searched_plan> searched) {
    const std::optional<owned_plan> made = plans.plan(t.fast, t.slow);
    if (!made)
        if (auto full = full_region(model, t)) return full;
    if (!made) return exceeded_memory(model, plans, t, searched);
    if (std::uint64_t(made->flash_bytes) > t.flash) return exceeded_flash(model, *made, t);
    return {};
}

void check_budgets(const lowered_model& model, const options& options,
                   std::optional<searched_plan> searched) {
    const target wanted = target_of(model, options);
    const owned_network network = network_of(model, wanted);
    planner plans(network.view(), wanted);
    if (const auto lack = exceeded_budget(model, plans, wanted, searched))
        throw failure(outcome::over_budget, lack->sentence);
}

}  // namespace onnx2hpp
