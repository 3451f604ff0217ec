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

/// The smallest plan where a region has as much as anyone wants; nothing where no plan fits all the
/// same.
std::optional<owned_plan> smallest_with_room(const lowered_model& model, target t, int region) {
    memory_map map = *t.memories;
    map.regions[region].bytes = std::uint64_t(1) << 40;
    t.memories = &map;
    t.fast = t.slow = unlimited;
    const owned_network network = network_of(model, t);
    planner plans(network.view(), t);
    const target all = planning::resolve(t, plans.alignment());
    if (!plans.plan(all.fast, all.slow)) return {};
    return plans.smallest_plan(all.slow > 0);
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

std::optional<std::string> full_region(const lowered_model& model, const target& t) {
    if (model.tensor_places.empty()) return {};
    for (int region = 0; region < t.memories->size(); ++region) {
        const int largest = largest_in(model, region);
        if (largest < 0) continue;
        const memory_region& full = (*t.memories)[region];
        const std::optional<owned_plan> least = smallest_with_room(model, t, region);
        const std::int64_t bytes = least ? least->region_bytes[std::size_t(region)] : 0;
        if (std::uint64_t(bytes) <= full.bytes) continue;
        return fmt::format(
            "{}: {} is full: what rules put there takes {} bytes, and it has {}; the largest is "
            "{} with {}",
            model.tensor_places[std::size_t(largest)].rule, full.name, bytes, full.bytes,
            in_quotes(model.tensor_names[std::size_t(largest)]),
            bytes_of(model.tensors[std::size_t(largest)]));
    }
    return {};
}

std::optional<std::string> small_banks(const lowered_model& model, const target& t) {
    const int largest = t.memories ? largest_bank(*t.memories) : -1;
    if (largest < 0) return {};
    const memory_region& bank = (*t.memories)[largest];
    const std::optional<owned_plan> least = smallest_with_room(model, t, largest);
    const std::int64_t bytes = least ? least->region_bytes[std::size_t(largest)] : 0;
    if (std::uint64_t(bytes) <= bank.bytes) return {};
    return fmt::format(
        "{} needs {} bytes of {}, the largest of the memories, and it has {}; step '{}' needs "
        "most, and no tensor lies in two memories",
        model.name, bytes, bank.name, bank.bytes, model.nodes[std::size_t(least->peak_step)].name);
}

}  // namespace onnx2hpp
