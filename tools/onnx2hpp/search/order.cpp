// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/plan/work.hpp>
#include <onnx2hpp/search/order.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace onnx2hpp {
namespace {

using order = std::vector<int>;

lowered_model reordered(const lowered_model& model, const order& steps) {
    lowered_model made = model;
    for (std::size_t i = 0; i < steps.size(); ++i)
        made.nodes[i] = model.nodes[std::size_t(steps[i])];
    return made;
}

/// Steps [begin, end) of an order move in front of step `to`.
struct order_move {
    std::size_t begin;
    std::size_t end;
    std::size_t to;

    order made_of(order now) const {
        std::rotate(now.begin() + std::ptrdiff_t(to), now.begin() + std::ptrdiff_t(begin),
                    now.begin() + std::ptrdiff_t(end));
        return now;
    }
};

/// Orders near another one.
class order_moves {
public:
    explicit order_moves(const lowered_model& model)
        : model_(model), producer_(model.tensors.size(), -1), place_(model.nodes.size()) {
        for (std::size_t step = 0; step < model.nodes.size(); ++step)
            for (const int t : model.nodes[step].outputs) producer_[std::size_t(t)] = int(step);
    }

    std::vector<order_move> from(const order& now) {
        for (std::size_t at = 0; at < now.size(); ++at) place_[std::size_t(now[at])] = at;
        std::vector<order_move> found;
        for (std::size_t begin = 0; begin < now.size(); ++begin) {
            std::size_t first = 0;
            for (std::size_t end = begin + 1; end <= now.size() && end - begin <= longest; ++end) {
                if (end - begin > 1 && !is_read(now, end - 2, end - 1)) break;
                first = std::max(first, place_behind(now[end - 1], begin));
                add_earlier({begin, end, first}, found);
            }
        }
        return found;
    }

private:
    static constexpr std::size_t longest = 8;

    /// The step that makes an operand, or -1.
    int producer_of(int t) const { return t < 0 ? -1 : producer_[std::size_t(t)]; }

    bool is_read(const order& now, std::size_t producer, std::size_t reader) const {
        const std::vector<int>& inputs = model_.nodes[std::size_t(now[reader])].inputs;
        return std::any_of(inputs.begin(), inputs.end(),
                           [&](int t) { return producer_of(t) == now[producer]; });
    }

    /// The place after all that a step reads, of what is in front of place `begin`.
    std::size_t place_behind(int step, std::size_t begin) const {
        std::size_t behind = 0;
        for (const int t : model_.nodes[std::size_t(step)].inputs) {
            const int producer = producer_of(t);
            if (producer < 0 || place_[std::size_t(producer)] >= begin) continue;
            behind = std::max(behind, place_[std::size_t(producer)] + 1);
        }
        return behind;
    }

    /// Steps [begin, end) as early as can be, and in front of the step before them.
    static void add_earlier(const order_move& earliest, std::vector<order_move>& found) {
        const auto [begin, end, first] = earliest;
        if (first == begin) return;
        found.push_back(earliest);
        found.push_back({begin, end, begin - 1});
    }

    const lowered_model& model_;
    std::vector<int> producer_;
    std::vector<std::size_t> place_;
};

/// An order and the fast memory that its smallest plan needs.
struct ordered {
    std::int64_t bytes;
    order steps;

    friend bool operator<(const ordered& a, const ordered& b) { return a.bytes < b.bytes; }
};

class order_search {
public:
    order_search(const lowered_model& model, const owned_network& network,
                 const tigris::target& wanted, int tries)
        : network_(network),
          wanted_(wanted),
          moves_(model),
          tries_(tries),
          work_(work_for(int(model.nodes.size()), 10)) {
        order first(model.nodes.size());
        std::iota(first.begin(), first.end(), 0);
        add(std::move(first), beam_);
    }

    /// The best order that is found, none if it is the first.
    std::optional<order> run() {
        ordered best = beam_.front();
        const std::int64_t first = best.bytes;
        for (int since = 0; since < patience && !is_over() && !beam_.empty(); ++since) {
            std::vector<ordered> next;
            for (const ordered& from : beam_) add_near(from.steps, next);
            if (!next.empty() && next.front() < best) best = next.front(), since = 0;
            beam_ = std::move(next);
        }
        if (best.bytes < first) return best.steps;
        return {};
    }

    bool is_out_of_work() const { return work_ <= 0; }

private:
    static constexpr std::size_t width = 4;
    static constexpr int patience = 3;
    /// Work (plan/work.hpp) per step of an order that is copied and looked up.
    static constexpr std::int64_t work_of_step = 8;

    bool is_over() const { return tries_ <= 0 || is_out_of_work(); }

    void add_near(const order& from, std::vector<ordered>& out) {
        for (const order_move& move : moves_.from(from)) {
            if (is_over()) return;
            add(move.made_of(from), out);
        }
    }

    /// Tries an order that was not tried. Keeps the best `width` orders in `out`.
    void add(order steps, std::vector<ordered>& out) {
        work_ -= work_of_step * std::int64_t(steps.size());
        if (!tried_.insert(steps).second) return;
        --tries_;
        ordered made{smallest_peak(steps), std::move(steps)};
        out.insert(std::upper_bound(out.begin(), out.end(), made), std::move(made));
        if (out.size() > width) out.pop_back();
    }

    std::int64_t smallest_peak(const order& steps) {
        for (std::size_t i = 0; i < steps.size(); ++i)
            moved_.steps[i] = network_.steps[std::size_t(steps[i])];
        planner plans(moved_.view(), wanted_);
        const auto made =
            plans.plan(tigris::planning::smallest_of({.may_spill = wanted_.slow > 0}));
        work_ -= plans.work();
        return made ? made->planned_fast_bytes() : INT64_MAX;
    }

    const owned_network& network_;
    owned_network moved_ = network_;
    tigris::target wanted_;
    order_moves moves_;
    int tries_;
    std::int64_t work_;
    std::set<order> tried_;
    std::vector<ordered> beam_;
};

int tries_for(effort how) { return how == effort::fast ? 50 : how == effort::normal ? 300 : 3000; }

}  // namespace

lowered_model in_better_order(const lowered_model& model, const options& options) {
    if (!options.fast || options.search_effort == effort::none) return model;
    const tigris::target wanted = target_of(model, options);
    const owned_network network = network_of(model, wanted);
    if (planner(network.view(), wanted).plan(wanted.fast, wanted.slow)) return model;
    const owned_network least = with_least_scratch(network);
    order_search search(model, least, wanted, tries_for(options.search_effort));
    const std::optional<order> better = search.run();
    if (search.is_out_of_work())
        note("the search for a better order of the steps ended early, since the model is large");
    return better ? reordered(model, *better) : model;
}

}  // namespace onnx2hpp
