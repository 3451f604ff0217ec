// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The object that the user declares for a model and a target. It may have any storage duration.

#include <tigris/execution/checks/workspace_check.hpp>
#include <tigris/execution/memory/blob.hpp>
#include <tigris/execution/memory/hydration.hpp>
#include <tigris/execution/memory/packed.hpp>
#include <tigris/execution/memory/states.hpp>

namespace tigris {

/// The memory of one run at a time. It is constant-initialized, so it lies in .bss. If the model
/// does not fit the target, compilation fails with the reason.
///
/// The workspace owns all arenas, except in regions that name a section. Arenas there are the
/// library's, and workspaces of one model and target share them. With Owner `external` the caller
/// owns all arenas, and bind() says where they are.
///
/// States are zero before the first run and after reset(). Hydration copies staged constants to
/// their arenas.
template <auto Model, target Target = Model.default_target,
          arena_owner Owner = arena_owner::workspace, class Hydration = copy_constants>
    requires is_usable_target<Target>
struct workspace : checked<complete(as_check<execution::workspace_check<Model, Target>>())>,
                   execution::arenas_of<Model, Target, Owner>,
                   execution::blob_binding<Model>,
                   execution::states_of<Model, Target, Owner>,
                   execution::hydration_latch<execution::has_staged<Model>>,
                   execution::packed_latch<execution::has_packed<Model>> {
    static constexpr bool fits = tigris::fits<Model, Target>;
    static constexpr bool is_external = execution::is_bound_later(Owner);
    static constexpr bool has_staged = execution::has_staged<Model>;
    static constexpr bool has_packed = execution::has_packed<Model>;
    static constexpr bool has_blob = execution::has_blob<Model>;
    static constexpr bool has_states = type_of<Model>::state_count > 0;
    static constexpr bool has_addressable_sources =
        execution::has_addressable_sources<Model, Target>();
    /// Whether an arena, staged or packed constants or a blob may be missing. Then a run returns a
    /// status.
    static constexpr bool may_lack =
        Owner == arena_owner::caller || has_staged || has_packed || has_blob;
    /// Whether there is something to do before the first run.
    static constexpr bool has_init =
        may_lack || (has_states && !execution::starts_with_zeros<Model>);
    /// Bytes of all arenas.
    static constexpr int64_t bytes = execution::bytes_of_arenas<Model, Target>();
    static constexpr uint32_t alignment = arena_alignment<Model, Target>;

    /// Elements of an input or output in mode arena or slow, by its number. Write an input before
    /// each run, because runs overwrite it. An output stays until the next run.
    template <int Index = 0>
    constexpr auto* input() {
        return static_cast<typename input_edge<Model, Index>::type*>(
            edge_memory<Model.inputs[Index]>());
    }
    template <int Index = 0>
    constexpr auto* output() {
        return static_cast<typename output_edge<Model, Index>::type*>(
            edge_memory<Model.outputs[Index]>());
    }

    /// Binds `size` bytes at `begin` to an arena. The caller keeps these bytes until all runs have
    /// ended. Forgets staged constants and states of the arena that was bound before.
    status bind(int arena, void* begin, size_t size) requires is_external {
        const status bound = this->set_begin(arena, begin, size);
        if (bound != status::ok) return bound;
        const arena_kind kind = execution::kind_of_arena<Target>(arena);
        if (kind == arena_kind::persistent) this->forget_states();
        if (kind == arena_kind::constant) this->clear_hydrated();
        return bound;
    }

    template <class... Given>
    status bind(const Given&...) requires(!is_external) {
        complete(as_check<execution::arenas_of_its_own<type_of<Model>>>());
        return status::ok;
    }

    /// Binds arena 0, 1, ... to one memory each, until a memory does not suit.
    template <class... Memory>
    status bind_arenas(const Memory&... memories) requires is_external {
        int next = 0;
        status bound = status::ok;
        ((bound = bound == status::ok ? bind(next++, memories.begin, memories.bytes) : bound), ...);
        return bound;
    }

    /// Reads all of the model's blob and binds it. Its `size` bytes must stay as they are while
    /// runs read them. If the status is not ok, no blob is bound. Forgets staged constants.
    status bind_weights(const void* begin, size_t size) requires has_blob {
        this->clear_hydrated();
        return this->set_weights(begin, size);
    }
    template <class... Given>
    status bind_weights(const Given&...) requires(!has_blob) {
        complete(as_check<execution::no_blob<type_of<Model>>>());
        return status::ok;
    }

    /// Whether all arenas and the blob are bound.
    constexpr status bindings() const {
        if constexpr (is_external)
            if (const status bound = execution::arenas_of<Model, Target, Owner>::readiness();
                bound != status::ok)
                return bound;
        return this->weights_readiness();
    }

    /// Whether a run may begin: all is bound, staged constants are copied, packed ones are whole.
    constexpr status readiness() const {
        if (const status bound = bindings(); bound != status::ok) return bound;
        return this->is_hydrated() && this->are_packed_whole() ? status::ok
                                                               : status::hydration_required;
    }

    /// Sets all states to zero: to the zero point where a state is quantized.
    void reset() requires has_states { this->reset_states(states()); }
    template <class... Given>
    void reset(const Given&...) requires(!has_states) {
        complete(as_check<execution::no_states<type_of<Model>>>());
    }

    /// Copies staged constants to their arenas, which must all be bound. Does nothing if the model
    /// needs a blob and none is bound.
    void hydrate() requires has_staged {
        complete(as_check<execution::readable_sources<workspace, Hydration>>());
        if (this->weights_readiness() == status::ok) Hydration::hydrate(*this);
    }
    /// Calls f(staged_block) for each block of staged constants.
    template <class F>
    void for_each_staged(F&& f) {
        for_each_index<execution::staged_count<Model>>([&](auto source) {
            constexpr staged_constants block = Model.staged[source.value];
            constexpr int arena = arena_number<Target>(
                arena_kind::constant, execution::staged_region<Model, Target, source.value>);
            f(staged_block{arena, this->template begin_of<arena>(), source_of(block),
                           size_t(block.bytes)});
        });
    }

    /// Compares the checksum of packed constants with the converted one. A run may begin only if
    /// the status is ok.
    status check_packed() requires has_packed {
        this->set_packed_whole(execution::find_packed_whole<Model>());
        return this->are_packed_whole() ? status::ok : status::damaged_constants;
    }

    /// See tigris::init.
    status init() requires has_init {
        complete(as_check<execution::readable_sources<workspace, Hydration>>());
        this->clear_hydrated();
        if constexpr (has_packed) this->set_packed_whole(false);
        if (const status bound = bindings(); bound != status::ok) return bound;
        if constexpr (has_packed)
            if (const status whole = check_packed(); whole != status::ok) return whole;
        if constexpr (has_staged) hydrate();
        if constexpr (has_states) reset();
        return readiness();
    }

    /// The elements of state number S that a run reads, and those that a run writes.
    template <int S>
    auto* state_read() {
        return state_at<S>(execution::state_places_of<Model, Target>.now[S]);
    }
    template <int S>
    auto* state_written() {
        return state_at<S>(execution::state_places_of<Model, Target>.next[S]);
    }
    void begin_run() {
        if constexpr (has_states) this->begin_states(states());
    }
    void end_run() {
        if constexpr (has_states) this->end_states(states());
    }

private:
    static_assert(
        !(has_blob && has_packed),
        "tigris: constants of a blob cannot be packed; convert without --weights blob, or "
        "without --compress");

    const void* source_of(const staged_constants& block) const {
        if constexpr (has_blob)
            return this->weights() ? this->weights() + block.offset : nullptr;
        else
            return block.begin;
    }
    unsigned char* states() {
        return this->template begin_of<execution::state_arena<Model, Target>>();
    }
    template <int S>
    auto* state_at(int64_t offset) {
        using element = typename execution::state_input<Model, S>::type;
        return static_cast<element*>(static_cast<void*>(states() + offset));
    }
    template <int Tensor>
    void* edge_memory() {
        constexpr const planning::tensor_plan& where = plan_of<Model, Target>.tensors[Tensor];
        static_assert(where.home == planning::home::arena,
                      "tigris: this input or output is not in the workspace");
        return this->template begin_of<where.region>() + where.offset;
    }
};

/// The workspace of run(model, in, out), in the library's arenas. It takes memory only in programs
/// that use it. Not re-entrant.
template <auto Model, target Target = Model.default_target>
inline constinit workspace<Model, Target, arena_owner::library> default_workspace{};

}  // namespace tigris
