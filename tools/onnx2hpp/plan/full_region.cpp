// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/full_region.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// The largest tensor that a rule wants in a region, or -1.
int largest_in(const lowered_model& model, int region) {
    int largest = -1;
    for (int t = 0; t < int(model.tensors.size()); ++t) {
        if (model.tensor_places[std::size_t(t)].region != region) continue;
        if (largest < 0 ||
            bytes_of(model.tensors[std::size_t(t)]) > bytes_of(model.tensors[std::size_t(largest)]))
            largest = t;
    }
    return largest;
}

/// A planner that may use `bytes` bytes of one region, and all bytes of the others.
class planner_with_room {
public:
    planner_with_room(const lowered_model& model, const target& t, int region, std::uint64_t bytes)
        : map_(*t.memories), target_(t), network_(network_of(model, t)) {
        map_.regions[region].bytes = bytes;
        target_.memories = &map_;
        target_.fast = target_.slow = unlimited;
        plans_.emplace(network_.view(), target_);
        all_ = planning::resolve(target_, plans_->alignment());
    }
    planner_with_room(const planner_with_room&) = delete;
    planner_with_room& operator=(const planner_with_room&) = delete;

    /// The plan within the target's budgets; nothing where no plan fits.
    std::optional<owned_plan> plan() { return plans_->plan(all_.fast, all_.slow); }
    std::optional<owned_plan> smallest_plan() {
        return plan() ? plans_->smallest_plan(all_.slow > 0) : std::nullopt;
    }

private:
    memory_map map_;
    target target_, all_;
    owned_network network_;
    std::optional<planner> plans_;
};

constexpr std::uint64_t any_room = std::uint64_t(1) << 40;

/// The least room of a region in which a plan fits that does not fit into `too_small` bytes: at
/// most `enough`.
std::int64_t least_room(const lowered_model& model, const target& t, int region,
                        std::uint64_t too_small, std::uint64_t enough) {
    while (enough - too_small > 1) {
        const std::uint64_t middle = too_small + (enough - too_small) / 2;
        const bool fits = planner_with_room(model, t, region, middle).plan().has_value();
        (fits ? enough : too_small) = middle;
    }
    return std::int64_t(enough);
}

/// The largest of the memories that hold blocks, -1 where there are not several.
int largest_bank(const memory_map& map) {
    int largest = -1, count = 0;
    for (int i = 0; i < map.size(); ++i) {
        if (!planning::lies_in(map, map[i], planning::fast_space)) continue;
        ++count;
        if (largest < 0 || map[i].bytes > map[largest].bytes) largest = i;
    }
    return count > 1 ? largest : -1;
}

}  // namespace

std::optional<memory_lack> full_region(const lowered_model& model, const target& t) {
    if (model.tensor_places.empty()) return {};
    for (int region = 0; region < t.memories->size(); ++region) {
        const int largest = largest_in(model, region);
        if (largest < 0) continue;
        const memory_region& full = (*t.memories)[region];
        const std::optional<owned_plan> least =
            planner_with_room(model, t, region, any_room).smallest_plan();
        const auto taken =
            std::uint64_t(least ? least->region_bytes[std::size_t(region)] : std::int64_t{0});
        if (taken <= full.bytes) continue;
        const std::int64_t bytes = least_room(model, t, region, full.bytes, taken);
        std::string sentence = fmt::format(
            "{}: {} is full: what rules put there takes {} bytes, and it has {}; the largest is "
            "{} with {}",
            model.tensor_places[std::size_t(largest)].rule, full.name, bytes, full.bytes,
            in_quotes(model.tensor_names[std::size_t(largest)]),
            bytes_of(model.tensors[std::size_t(largest)]));
        return memory_lack{std::move(sentence), lacking_memory::region, region,
                           bytes - std::int64_t(full.bytes)};
    }
    return {};
}

std::optional<std::string> small_banks(const lowered_model& model, const target& t) {
    const int largest = t.memories ? largest_bank(*t.memories) : -1;
    if (largest < 0) return {};
    const memory_region& bank = (*t.memories)[largest];
    const std::optional<owned_plan> least =
        planner_with_room(model, t, largest, any_room).smallest_plan();
    const std::int64_t bytes = least ? least->region_bytes[std::size_t(largest)] : 0;
    if (std::uint64_t(bytes) <= bank.bytes) return {};
    return fmt::format(
        "{} needs {} bytes of {}, the largest of the memories, and it has {}; step '{}' needs "
        "most, and no tensor lies in two memories",
        model.name, bytes, bank.name, bank.bytes, model.nodes[std::size_t(least->peak_step)].name);
}

}  // namespace onnx2hpp
