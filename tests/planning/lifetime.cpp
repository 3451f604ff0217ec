// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/lifetime.hpp>

#include <support/random_network.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tigris;
using namespace tigris::planning;

/// A chain input -> a -> b -> output, every step's output as large as `bytes` says.
test::owned_network chain(std::vector<std::int64_t> bytes) {
    test::owned_network n;
    for (std::size_t t = 0; t < bytes.size(); ++t) {
        const bool first = t == 0, last = t + 1 == bytes.size();
        n.tensors.push_back({first  ? tensor_kind::input
                             : last ? tensor_kind::output
                                    : tensor_kind::activation,
                             std::int16_t(first || last ? 0 : -1), bytes[t]});
        if (first) continue;
        n.steps.push_back({.first_input = std::int16_t(n.edges.size()),
                           .inputs = 1,
                           .first_output = std::int16_t(n.edges.size() + 1),
                           .outputs = 1});
        n.edges.insert(n.edges.end(), {std::int16_t(t - 1), std::int16_t(t)});
    }
    return n;
}

std::vector<lifetime> lifetimes(const test::owned_network& n) {
    std::vector<lifetime> out(n.tensors.size());
    const view<lifetime> lives{out.data(), int(out.size())};
    find_lifetimes(n.view(), lives);
    share_aliases(n.view(), lives);
    share_in_place(n.view(), lives);
    return out;
}

}  // namespace

TEST_CASE("a tensor lives from the step that writes it to the last that reads it") {
    const auto lives = lifetimes(chain({8, 8, 8, 8}));
    CHECK(lives[1].first_step == 0);
    CHECK(lives[1].last_step == 1);
    CHECK(lives[2].first_step == 1);
    CHECK(lives[2].last_step == 2);
    CHECK(lives[3].last_step == 3);
}

TEST_CASE("an unused output dies at the step that made it") {
    auto n = chain({8, 8, 8, 8});
    n.edges[2] = 0;  // step 1 reads the input: nobody reads tensor 1
    CHECK(lifetimes(n)[1].last_step == 0);
}

TEST_CASE("in place: the result takes the memory of an input that dies") {
    auto n = chain({8, 8, 8, 8});
    n.steps[1].in_place = 0;
    const auto lives = lifetimes(n);
    CHECK(lives[2].storage == 1);
    CHECK(lives[1].last_step == 2);
}

TEST_CASE("never in place: inputs of the model, larger results, what is read again") {
    auto n = chain({8, 8, 16, 8});
    n.steps[0].in_place = n.steps[1].in_place = 0;
    CHECK(lifetimes(n)[1].storage == 1);
    CHECK(lifetimes(n)[2].storage == 2);

    n = chain({8, 8, 8, 8});
    n.steps[1].in_place = 0;
    n.edges[4] = 1;  // the last step reads tensor 1 too late
    CHECK(lifetimes(n)[2].storage == 2);
}

TEST_CASE("an alias keeps its storage alive, and an output's caller gets it") {
    auto n = chain({8, 8, 8, 8});
    n.steps[1].runs = n.steps[2].runs = ops::contract::alias;
    const auto lives = lifetimes(n);
    CHECK(lives[3].storage == 1);
    CHECK(lives[1].lives == home::output);

    auto kept = chain({8, 8, 8, 8, 8});
    kept.steps[1].runs = ops::contract::alias;
    kept.steps[2].in_place = 0;  // reads the alias, which is tensor 1's memory
    CHECK(lifetimes(kept)[3].storage == 1);
    kept.edges[6] = 1;  // the last step still reads tensor 1
    CHECK(lifetimes(kept)[3].storage == 3);
}
