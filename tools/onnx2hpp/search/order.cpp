// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/order.hpp>

#include <onnx2hpp/plan/plan.hpp>

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

bool reads(const lowered_node& reader, const lowered_node& maker) {
    return std::any_of(reader.inputs.begin(), reader.inputs.end(), [&](int t) {
        return t >= 0 && std::count(maker.outputs.begin(), maker.outputs.end(), t) > 0;
    });
}

/// Orders near another one.
class order_moves {
public:
    explicit order_moves(const lowered_model& model) : model_(model) {}

    std::vector<order> from(const order& now) const {
        std::vector<order> found;
        for (std::size_t begin = 0; begin < now.size(); ++begin)
            for (std::size_t end = begin + 1; end <= now.size() && end - begin <= longest; ++end) {
                if (end - begin > 1 && !is_read(now, end - 2, end - 1)) break;
                add_earlier(now, begin, end, found);
            }
        return found;
    }

private:
    static constexpr std::size_t longest = 8;

    bool is_read(const order& now, std::size_t maker, std::size_t reader) const {
        return reads(model_.nodes[std::size_t(now[reader])], model_.nodes[std::size_t(now[maker])]);
    }
    bool reads_any(const order& now, std::size_t begin, std::size_t end, std::size_t maker) const {
        for (std::size_t k = begin; k < end; ++k)
            if (is_read(now, maker, k)) return true;
        return false;
    }

    /// A run of steps as early as can be, and in front of the step before it.
    void add_earlier(const order& now, std::size_t begin, std::size_t end,
                     std::vector<order>& found) const {
        std::size_t first = begin;
        while (first > 0 && !reads_any(now, begin, end, first - 1)) --first;
        for (const std::size_t to : {first, begin - (first < begin ? 1 : 0)}) {
            if (to == begin) continue;
            order moved = now;
            std::rotate(moved.begin() + std::ptrdiff_t(to), moved.begin() + std::ptrdiff_t(begin),
                        moved.begin() + std::ptrdiff_t(end));
            found.push_back(std::move(moved));
        }
    }

    const lowered_model& model_;
};

/// An order and the fast memory that its smallest plan needs.
struct ordered {
    std::int64_t bytes;
    order steps;

    friend bool operator<(const ordered& a, const ordered& b) { return a.bytes < b.bytes; }
};

class order_search {
public:
    order_search(const lowered_model& model, const tigris::target& wanted, int tries)
        : model_(model), wanted_(wanted), moves_(model), tries_(tries) {
        order first(model.nodes.size());
        std::iota(first.begin(), first.end(), 0);
        add(first, beam_);
    }

    /// The best order that is found, none if it is the first.
    std::optional<order> run() {
        ordered best = beam_.front();
        const std::int64_t first = best.bytes;
        for (int since = 0; since < patience && tries_ > 0 && !beam_.empty(); ++since) {
            std::vector<ordered> next;
            for (const ordered& from : beam_)
                for (const order& steps : moves_.from(from.steps)) add(steps, next);
            std::stable_sort(next.begin(), next.end());
            if (next.size() > width) next.resize(width);
            if (!next.empty() && next.front() < best) best = next.front(), since = 0;
            beam_ = std::move(next);
        }
        if (best.bytes < first) return best.steps;
        return {};
    }

private:
    static constexpr std::size_t width = 4;
    static constexpr int patience = 3;

    void add(const order& steps, std::vector<ordered>& out) {
        if (tries_ <= 0 || !tried_.insert(steps).second) return;
        --tries_;
        const owned_network network = network_of(reordered(model_, steps), wanted_.backend);
        planner plans(network.view(), wanted_);
        const auto made =
            plans.plan(tigris::planning::smallest_of({.may_spill = wanted_.slow > 0}));
        out.push_back({made ? made->fast_peak_bytes : INT64_MAX, steps});
    }

    const lowered_model& model_;
    tigris::target wanted_;
    order_moves moves_;
    int tries_;
    std::set<order> tried_;
    std::vector<ordered> beam_;
};

int tries_for(effort how) { return how == effort::fast ? 50 : how == effort::normal ? 300 : 3000; }

}  // namespace

lowered_model in_better_order(const lowered_model& model, const options& options) {
    if (!options.fast || options.search_effort == effort::none) return model;
    const tigris::target wanted = target_of(model, options);
    const owned_network network = network_of(model, wanted.backend);
    if (planner(network.view(), wanted).plan(wanted.fast, wanted.slow)) return model;
    order_search search(model, wanted, tries_for(options.search_effort));
    const std::optional<order> better = search.run();
    return better ? reordered(model, *better) : model;
}

}  // namespace onnx2hpp
