// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants in a blob: the same bytes as from literals, and a status for whatever else is bound.

#include <tigris/execution/memory/blob.hpp>

#include <tigris/execution/shared_workspace.hpp>

#include <conv_int8.hpp>
#include <forest_float.hpp>
#include <helpers/blob_model.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace tigris;
using namespace tigris::test;

template <auto Base>
inline constexpr model_in_blob<Base> in_place{};
template <auto Base>
inline constexpr model_staged_from_blob<Base> staged{};
template <auto Base>
made_blob<Base, false> blob_in_place() {
    return made_blob<Base, false>(in_place<Base>.blob);
}
template <auto Base>
made_blob<Base, true> blob_staged() {
    return made_blob<Base, true>(staged<Base>.blob);
}
constexpr auto conv = conv_int8::model;

template <auto Model>
using output_of = typename output_edge<Model>::type;

/// What a run gives; the output is as it was where that is not ok.
template <auto Model, class Run>
std::vector<output_of<Model>> outputs_of(Run run_it) {
    typename input_edge<Model>::type in[std::size_t(input_edge<Model>::extent)];
    output_of<Model> out[std::size_t(output_edge<Model>::extent)];
    int i = 0;
    for (auto& item : in) item = typename input_edge<Model>::type(++i * 37 % 101 - 50);
    for (auto& item : out) item = output_of<Model>(77);
    run_it(in, out);
    return {std::begin(out), std::end(out)};
}
template <auto Base>
std::vector<output_of<Base>> expected() {
    static workspace<Base, target{}> memory;
    return outputs_of<Base>(
        [&](auto& in, auto& out) { run(Base, memory, in_memory_order(in), in_memory_order(out)); });
}
template <auto Model, class Workspace>
std::vector<output_of<Model>> outputs_in(Workspace& memory, status wanted = status::ok) {
    return outputs_of<Model>([&](auto& in, auto& out) {
        CHECK(run(Model, memory, in_memory_order(in), in_memory_order(out)) == wanted);
    });
}
template <auto Model>
std::vector<output_of<Model>> untouched() {
    return outputs_of<Model>([](auto&, auto&) {});
}

/// Starts a transfer that somebody else ends.
struct start_transfer {
    template <class Workspace>
    static void hydrate(Workspace& memory) {
        memory.for_each_staged([](const staged_block& b) { last = b; });
    }
    static inline staged_block last{};
};

template <auto Base>
void check_in_place() {
    static const auto blob = blob_in_place<Base>();
    static workspace<in_place<Base>> memory;
    CHECK(memory.bind_weights(blob.bytes, sizeof(blob.bytes)) == status::ok);
    CHECK(outputs_in<in_place<Base>>(memory) == expected<Base>());
}
template <auto Base>
void check_staged() {
    static const auto blob = blob_staged<Base>();
    static workspace<staged<Base>> memory;
    CHECK(memory.bind_weights(blob.bytes, sizeof(blob.bytes)) == status::ok);
    CHECK(init(staged<Base>, memory) == status::ok);
    CHECK(outputs_in<staged<Base>>(memory) == expected<Base>());
}

}  // namespace

TEST_CASE("constants of a blob are read in place, or copied from there") {
    check_in_place<conv>();
    check_in_place<forest_float::model>();
    check_staged<conv>();
}

TEST_CASE("without a blob nothing is touched") {
    static workspace<in_place<conv>> memory;
    static workspace<staged<conv>> copying;
    CHECK(outputs_in<in_place<conv>>(memory, status::unbound_weights) ==
          untouched<in_place<conv>>());
    CHECK(init(in_place<conv>, memory) == status::unbound_weights);
    CHECK(init(staged<conv>, copying) == status::unbound_weights);
    copying.hydrate();
    CHECK(outputs_in<staged<conv>>(copying, status::unbound_weights) == untouched<staged<conv>>());
    copying.for_each_staged([](const staged_block& b) { CHECK(b.from == nullptr); });
}

TEST_CASE("what cannot be the model's blob is not bound") {
    auto blob = blob_in_place<conv>();
    constexpr int bytes = in_place<conv>.blob.bytes;
    static workspace<in_place<conv>> memory;
    const auto binds = [&](const void* begin, std::size_t size, status wanted) {
        CHECK(memory.bind_weights(blob.bytes, sizeof(blob.bytes)) == status::ok);
        CHECK(memory.bind_weights(begin, size) == wanted);
        outputs_in<in_place<conv>>(memory, wanted == status::ok ? wanted : status::unbound_weights);
    };
    binds(blob.bytes, bytes, status::ok);
    binds(nullptr, bytes, status::null_arena);
    binds(blob.bytes + 4, bytes, status::misaligned_arena);
    for (const int size : {0, 31, 32, bytes - 1})
        binds(blob.bytes, std::size_t(size), status::undersized_arena);
    binds(blob_staged<conv>().bytes, sizeof(blob.bytes), status::foreign_weights);
}

TEST_CASE("a changed byte anywhere in a blob is found") {
    auto blob = blob_in_place<conv>();
    static workspace<in_place<conv>> memory;
    int foreign = 0, damaged = 0;
    for (int i = 0; i < in_place<conv>.blob.bytes; ++i) {
        blob.bytes[i] = std::uint8_t(blob.bytes[i] ^ (1 << i % 8));
        const status found = memory.bind_weights(blob.bytes, sizeof(blob.bytes));
        foreign += found == status::foreign_weights;
        damaged += found == status::damaged_constants;
        blob.bytes[i] = std::uint8_t(blob.bytes[i] ^ (1 << i % 8));
    }
    CHECK(foreign == 4 + 4 + 4 + 8);  // magic, format, size, layout
    CHECK(foreign + damaged == in_place<conv>.blob.bytes);
    CHECK(memory.bind_weights(blob.bytes, sizeof(blob.bytes)) == status::ok);
}

TEST_CASE("another blob is copied by another init") {
    static const auto blob = blob_staged<conv>();
    auto zeros = blob_staged<conv>();
    constexpr auto& layout = zeros.layout;
    for (int i = 0; i < layout.staged_bytes; ++i) zeros.bytes[layout.staged_at + i] = 0;
    blob_header header{};
    __builtin_memcpy(&header, zeros.bytes, sizeof(header));
    header.checksum =
        execution::checksum_of(zeros.bytes + blob_checked_from, layout.bytes - blob_checked_from);
    zeros.write(header);
    static workspace<staged<conv>> memory;
    CHECK(memory.bind_weights(blob.bytes, sizeof(blob.bytes)) == status::ok);
    CHECK(init(staged<conv>, memory) == status::ok);
    CHECK(memory.bind_weights(zeros.bytes, sizeof(zeros.bytes)) == status::ok);
    outputs_in<staged<conv>>(memory, status::hydration_required);
    CHECK(init(staged<conv>, memory) == status::ok);
    CHECK(outputs_in<staged<conv>>(memory) != expected<conv>());
}

TEST_CASE("firmware may bring constants from a blob itself") {
    constexpr target board = type_of<staged<conv>>::default_target;
    static const auto blob = blob_staged<conv>();
    static workspace<staged<conv>, board, arena_owner::workspace, start_transfer> memory;
    CHECK(init(staged<conv>, memory) == status::unbound_weights);
    CHECK(start_transfer::last.from == nullptr);
    CHECK(memory.bind_weights(blob.bytes, sizeof(blob.bytes)) == status::ok);
    CHECK(init(staged<conv>, memory) == status::hydration_required);
    const staged_block& block = start_transfer::last;
    CHECK(block.from == blob.bytes + blob.layout.staged_at);
    CHECK(block.bytes == std::size_t(blob.layout.staged_bytes));
    CHECK(outputs_in<staged<conv>>(memory, status::hydration_required) ==
          untouched<staged<conv>>());
    __builtin_memcpy(block.to, block.from, block.bytes);
    memory.mark_hydrated();
    CHECK(outputs_in<staged<conv>>(memory) == expected<conv>());
}

TEST_CASE("models that share their scratch have a blob each") {
    static const auto one = blob_in_place<conv>();
    static const auto other = blob_staged<conv>();
    static shared_workspace<workspace<in_place<conv>>, workspace<staged<conv>>> shared;
    CHECK(shared.at<0>().bind_weights(one.bytes, sizeof(one.bytes)) == status::ok);
    CHECK(outputs_in<staged<conv>>(shared.at<1>(), status::unbound_weights) ==
          untouched<staged<conv>>());
    CHECK(shared.at<1>().bind_weights(other.bytes, sizeof(other.bytes)) == status::ok);
    CHECK(init(staged<conv>, shared.at<1>()) == status::ok);
    CHECK(outputs_in<in_place<conv>>(shared.at<0>()) == expected<conv>());
    CHECK(outputs_in<staged<conv>>(shared.at<1>()) == expected<conv>());
}
