// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/advice.hpp>

#include <onnx2hpp/show/cost/constant_reads.hpp>

#include <tigris/planning/layout/schedule_layout.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

/// How many bytes a run reads and writes of each tensor: windows read their pixels anew, constants
/// are read as the step's backend does.
class access_counter {
public:
    explicit access_counter(const analysis& a) : a_(a), counts_(a.model.tensors.size()) {}

    std::vector<std::int64_t> run() && {
        for (const segment_plan& s : a_.plan.segments)
            for (int k = s.begin; k < s.end; ++k) count(a_.plan.tasks[std::size_t(k)]);
        return std::move(counts_);
    }

private:
    const buffer_plan& buffer(int b) const { return a_.plan.buffers[std::size_t(b)]; }

    void add(int tensor, std::int64_t bytes) {
        if (tensor >= 0) counts_[std::size_t(tensor)] += bytes;
    }

    static std::int64_t bytes_of(const buffer_plan& b) {
        return std::int64_t(b.height) * b.own_row_bytes;
    }

    static std::int64_t bytes_read(const task& t, const row_read& r, const buffer_plan& in,
                                   const buffer_plan& out) {
        if (t.whole || in.columns == 0) return bytes_of(in);
        return lines_read(r.rate, out.height, in.height) *
               lines_read(r.columns, out.columns, in.columns) * (in.own_row_bytes / in.columns);
    }

    void count(const task_plan& t) {
        const buffer_plan& out = buffer(t.output);
        add(out.tensor, bytes_of(out));
        for (int r = t.first_read; r < t.first_read + t.reads; ++r)
            if (const row_read& read = a_.plan.reads[std::size_t(r)]; read.tensor >= 0)
                add(buffer(read.tensor).tensor, bytes_read(t, read, buffer(read.tensor), out));
        if (t.step >= 0) count_constants(t.step);
    }

    /// Weights are input 1.
    void count_constants(int step) {
        const std::vector<int>& inputs = a_.model.nodes[std::size_t(step)].inputs;
        const constant_reads reads = constant_reads_of(a_.model, a_.plan, step);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (inputs[i] < 0) continue;
            const tensor& info = a_.model.tensors[std::size_t(inputs[i])];
            if (info.kind != tensor_kind::constant) continue;
            const bool has_weights = i == 1 && a_.plan.steps[std::size_t(step)].macs > 0;
            add(inputs[i],
                has_weights ? reads.weight_bytes : reads.rounds * tigris::bytes_of(info));
        }
    }

    const analysis& a_;
    std::vector<std::int64_t> counts_;
};

/// Looks for the memory where each tensor saves most.
class adviser {
public:
    explicit adviser(const analysis& a) : a_(a), accesses_(access_counter(a).run()) {
        const memory_map& map = *a.target.memories;
        for (int r = 0; r < map.size(); ++r) {
            const std::int64_t taken = a.plan.region_bytes[std::size_t(r)] + constants_in(r) +
                                       a.lasting[std::size_t(r)].states;
            free_.push_back(map[r].holds_activations() ? signed_bytes(map[r].bytes) - taken : 0);
        }
    }

    std::vector<advised_move> run() {
        std::vector<advised_move> found;
        for (int t = 0; t < int(a_.model.tensors.size()); ++t)
            if (const advised_move m = best_move(t); m.to >= 0) found.push_back(m);
        std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) {
            return x.saved_per_byte() > y.saved_per_byte();
        });
        std::erase_if(found, [&](const advised_move& m) { return !take(m); });
        return found;
    }

private:
    const memory_region& memory(int r) const { return (*a_.target.memories)[r]; }
    bool is_constant(int t) const {
        return a_.model.tensors[std::size_t(t)].kind == tensor_kind::constant;
    }

    /// Where a run reads a constant.
    int region_of_constant(int t) const {
        if (a_.model.constant_places.empty()) return a_.constants_region;
        const constant_place& place =
            a_.model.constant_places[std::size_t(a_.model.tensors[std::size_t(t)].index)];
        if (place.destination >= 0) return place.destination;
        return place.memory >= 0 ? place.memory : a_.constants_region;
    }

    std::int64_t constants_in(int region) const {
        std::int64_t bytes = 0;
        for (int t = 0; t < int(a_.model.tensors.size()); ++t)
            if (is_constant(t) && region_of_constant(t) == region)
                bytes += bytes_of(a_.model.tensors[std::size_t(t)]);
        return bytes;
    }

    /// Where a tensor lies, or -1 for what no rule moves.
    int region_of(int t) const {
        if (is_constant(t)) return region_of_constant(t);
        const tensor_plan& where = a_.plan.tensors[std::size_t(t)];
        return where.home == home::arena ? where.region : -1;
    }

    /// Thousandths of a cycle for a byte.
    std::int64_t cost(int t, int region) const {
        return is_constant(t) ? memory(region).read_cost : memory(region).cost() / 2;
    }

    advised_move best_move(int t) const {
        advised_move best{.tensor = t,
                          .from = region_of(t),
                          .bytes = bytes_of(a_.model.tensors[std::size_t(t)]),
                          .accessed = accesses_[std::size_t(t)]};
        if (best.from < 0 || best.bytes == 0) return best;
        for (int r = 0; r < a_.target.memories->size(); ++r) {
            const std::int64_t saved = best.accessed * (cost(t, best.from) - cost(t, r));
            if (saved > best.saved && best.bytes <= free_[std::size_t(r)])
                best.to = r, best.saved = saved;
        }
        return best;
    }

    bool take(const advised_move& m) {
        std::int64_t& left = free_[std::size_t(m.to)];
        if (m.bytes > left) return false;
        left -= m.bytes;
        return true;
    }

    const analysis& a_;
    std::vector<std::int64_t> accesses_;
    std::vector<std::int64_t> free_;
};

}  // namespace

std::vector<advised_move> advise(const analysis& planned) {
    return planned.target.memories ? adviser(planned).run() : std::vector<advised_move>{};
}

}  // namespace onnx2hpp
