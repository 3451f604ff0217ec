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

/// What the smallest plan takes of a region that has as much as anyone wants; nothing where no plan
/// fits all the same.
std::optional<std::int64_t> bytes_needed(const lowered_model& model, target t, int region) {
    memory_map map = *t.memories;
    map.regions[region].bytes = std::uint64_t(1) << 40;
    t.memories = &map;
    t.fast = t.slow = unlimited;
    const owned_network network = network_of(model, t);
    planner plans(network.view(), t);
    const target all = planning::resolve(t, plans.alignment());
    if (!plans.plan(all.fast, all.slow)) return {};
    const std::optional<owned_plan> least = plans.smallest_plan(all.slow > 0);
    return least ? std::optional(least->region_bytes[std::size_t(region)]) : std::nullopt;
}

}  // namespace

std::optional<std::string> full_region(const lowered_model& model, const target& t) {
    if (model.tensor_places.empty()) return {};
    for (int region = 0; region < t.memories->size(); ++region) {
        const int largest = largest_in(model, region);
        if (largest < 0) continue;
        const memory_region& full = (*t.memories)[region];
        const std::optional<std::int64_t> bytes = bytes_needed(model, t, region);
        if (!bytes || std::uint64_t(*bytes) <= full.bytes) continue;
        return fmt::format(
            "{}: {} is full: what rules put there takes {} bytes, and it has {}; the largest is "
            "{} with {}",
            model.tensor_places[std::size_t(largest)].rule, full.name, *bytes, full.bytes,
            in_quotes(model.tensor_names[std::size_t(largest)]),
            bytes_of(model.tensors[std::size_t(largest)]));
    }
    return {};
}

}  // namespace onnx2hpp
