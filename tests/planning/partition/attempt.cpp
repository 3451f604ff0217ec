// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/partition/attempt.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using namespace tigris;
using namespace tigris::planning;

/// Plans of each kind need their estimate: those with a limit just what it allows, down to the
/// smallest of the kind. So much more than its estimate takes the layout of a smallest plan.
struct made_up_plans {
    std::int64_t smallest[3]{900, 500, 200};
    std::int64_t beyond_estimate = 0;

    static int kind_of(const attempt& a) { return a.may_spill ? 2 : a.may_recompute ? 1 : 0; }
    bool finds(const attempt& a) const { return a.smallest || a.limit >= smallest[kind_of(a)]; }
    std::int64_t bytes(const attempt& a) const {
        if (a.smallest) return smallest[kind_of(a)] + beyond_estimate;
        return a.limit < INT64_MAX ? a.limit - 3 : 5000;
    }
};

struct searched {
    std::vector<attempt> tried;
    least_fast best;
};

searched search_all(const made_up_plans& plans, const plan_means& means) {
    searched out;
    least_search search = first_search(means);
    for (; !search.is_over(); search = search.next({.found = plans.finds(search.tried),
                                       .fast_bytes = plans.bytes(search.tried)}))
        out.tried.push_back(search.tried);
    out.best = search.best;
    return out;
}

constexpr plan_means all_means{.has_slow = true, .may_recompute = true};

}  // namespace

TEST_CASE("the search for the least fast memory begins without a limit, then takes kind by kind") {
    const searched made = search_all({}, all_means);
    CHECK(made.tried.front() == attempt{});
    int kinds = 0, last = 0;
    for (std::size_t i = 1; i < made.tried.size(); ++i) {
        CHECK(made_up_plans::kind_of(made.tried[i]) >= last);
        last = made_up_plans::kind_of(made.tried[i]);
        kinds += made.tried[i].smallest;
    }
    CHECK(kinds == 3);
    CHECK(made.best.bytes == 200);
    CHECK(made.best.how == smallest_attempt(all_means));
}

TEST_CASE("where the layout of a smallest plan exceeds its estimate, lower limits may need less") {
    const searched made = search_all({.beyond_estimate = 100}, all_means);
    CHECK(made.best.bytes == limit_below(200));
    CHECK(!made.best.how.smallest);
    CHECK(made.best.how.may_spill);
}

TEST_CASE("the first limit for a budget is near it, and lower ones lead to other partitions") {
    const plan_means means{.fast = 7416};
    const attempt first = next({}, {.found = true}, means);
    CHECK(first.limit == 7296);
    CHECK(first_attempt(8000, means) == first);
    CHECK(next(first, {.found = true}, means).limit == 7168);
    CHECK(next(first, {.found = true, .least_limit = 7100}, means).limit == 7040);
    CHECK(next(first, {.found = false}, means).smallest);
    CHECK(next(first, {.found = true, .fits_fast = true}, means).given_up);
}

TEST_CASE("a target without slow memory and recomputation has one kind of plans") {
    const searched made = search_all({}, {});
    CHECK(made.best.bytes == 900);
    for (const attempt& a : made.tried) CHECK(made_up_plans::kind_of(a) == 0);
    CHECK(made.tried.size() >= 3);
}

TEST_CASE("the search for a budget is over with the first attempt that fits both memories") {
    const plan_means means{.fast = 1000};
    const budget_search first = first_search(5000, means);
    CHECK(first.tried == first_attempt(5000, means));
    CHECK(!first.is_over());
    const budget_search second = first.next({.found = true, .fits_fast = false});
    CHECK(!second.is_over());
    CHECK(second.tried.limit < first.tried.limit);
    const budget_search fits = second.next({.found = true, .fits_fast = true, .fits_slow = true});
    CHECK(fits.fits);
    CHECK(fits.is_over());
    CHECK(fits.tried == second.tried);
}

TEST_CASE("the search for a budget gives up where slow memory lacks or no smaller plan is left") {
    const budget_search first = first_search(5000, {.fast = 1000});
    const budget_search lacks_slow = first.next({.found = true, .fits_fast = true});
    CHECK(lacks_slow.is_over());
    CHECK(lacks_slow.tried.given_up);
    budget_search search = first;
    int tries = 0;
    for (; !search.is_over(); ++tries) search = search.next({.found = search.tried.smallest});
    CHECK(search.tried.given_up);
    CHECK(!search.fits);
    CHECK(tries == 2);
}

TEST_CASE("a search that is too long for compilers ends at its attempt") {
    const budget_search first = first_search(0, {.fast = 1000});
    const budget_search too_long = first.next({.too_long = true});
    CHECK(too_long.is_over());
    CHECK(!too_long.fits);
    CHECK(too_long.tried == first.tried);
}

TEST_CASE("a target says what its plans may do") {
    const target small{.fast = 100, .slow = 7, .costs = {.recompute_percent = 15}};
    CHECK(means_of(small) == plan_means{.fast = 100, .has_slow = true, .may_recompute = true});
    CHECK(means_of({.fast = 100, .costs = {.recompute_percent = 0}}) == plan_means{.fast = 100});
    constexpr memory_map two{{{.name = "TCM", .bytes = 64}, {.name = "SRAM", .bytes = 64}}};
    CHECK(means_of({.fast = 100, .memories = &two}).has_banks);
}

TEST_CASE("without a limit a target lets plans do the same") {
    const target small{.fast = 100, .slow = 7, .costs = {.recompute_percent = 15}};
    const plan_means means{.has_slow = true, .may_recompute = true};
    CHECK(means_without_limit(small) == means);
}
