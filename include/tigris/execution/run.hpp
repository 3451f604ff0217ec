// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a model: segment after segment, by direct calls.

#include <tigris/execution/arguments/binding.hpp>
#include <tigris/execution/checks/observer_check.hpp>
#include <tigris/execution/checks/run_check.hpp>
#include <tigris/execution/checks/worker_check.hpp>
#include <tigris/execution/steps/shared_segment.hpp>
#include <tigris/execution/workspace.hpp>

namespace tigris {

/// The type of a generated header's model.
template <class T>
concept is_model = requires {
    T::default_target;
};

namespace execution {

template <class Memory>
[[gnu::noinline]] void run_segments(const Memory& memory) {
    for_each_index<Memory::plan.segment_count>([&](auto segment) __attribute__((always_inline)) {
        if constexpr (Memory::crew_type::count > 1)
            run_with_other<Memory, segment.value>(memory);
        else
            run_alone<Memory, segment.value>(memory);
    });
}

/// What input or output number Index is bound to: an argument of the caller, or a state.
template <class Side, auto Model, target Target, int Index, class Given, class Workspace>
constexpr auto bind_one(const Given& given, Workspace& memory) {
    constexpr int own = Side::template own<type_of<Model>>;
    using edge = typename Side::template edge<Model, Index>;
    if constexpr (Index < own)
        return bind_edge<edge, Side::modes(Target)[Index]>(get<Index>(given));
    else
        return caller_edge<typename edge::type>{Side::template state<Index - own>(memory)};
}

template <class Side, auto Model, target Target, class Given, class Workspace, int... Index>
constexpr auto bind_all(const Given& given, Workspace& memory, index_sequence<Index...>) {
    return bound_edges<index_sequence<Index...>,
                       decltype(bind_one<Side, Model, Target, Index>(given, memory))...>{
        {bind_one<Side, Model, Target, Index>(given, memory)}...};
}

/// Where block number Block of constants begins.
template <auto Model, target Target, int Block, class Workspace>
constexpr const unsigned char* begin_of_block(Workspace& arenas) {
    if constexpr (Block < staged_count<Model>)
        return arenas.template begin_of<arena_number<Target>(
            arena_kind::constant, staged_region<Model, Target, Block>)>();
    else if constexpr (Block == staged_count<Model> + packed_count<Model>)
        return arenas.weights();
    else
        return arenas.template begin_of<planning::first_fast_region(Target)>() +
               Model.packed[Block - staged_count<Model>].offset;
}
template <auto Model, target Target, class Workspace, int... Block>
constexpr constant_blocks<Model> blocks_of(Workspace& arenas, index_sequence<Block...>) {
    return {{begin_of_block<Model, Target, Block>(arenas)...}};
}
template <auto Model, target Target, class Workspace>
constexpr constant_blocks<Model> blocks_of(Workspace&, index_sequence<>) {
    return {};
}

/// The memory of one run: arenas in the order of their regions, bound inputs and outputs, and the
/// blocks of constants.
template <class Memory, class Workspace, class In, class Out, class Observer, class Crew,
          int... Region>
constexpr Memory memory_of(Workspace& arenas, const In& in, const Out& out,
                           const observed_by<Observer>& observed, const Crew& crew,
                           index_sequence<Region...>) {
    constexpr auto model = Memory::session::Model;
    return {{arenas.template begin_of<Region>()...},
            in,
            out,
            blocks_of<model, Memory::session::Target>(arenas,
                                                      make_index_sequence<block_count<model>>{}),
            observed,
            crew};
}

/// The second worker runs the same segments beside the first, in the same arenas.
template <class Second, class MemoryWith>
void run_with(Second& second, const MemoryWith& memory_with) {
    using crew = one_of_two<Second>;
    meeting_point point;
    const auto own = memory_with(crew{0, &point});
    auto others = memory_with(crew{1, &point});
    using memory = decltype(others);
    second.start([](void* its) { run_segments(*static_cast<const memory*>(its)); },
                 static_cast<void*>(&others));
    run_segments(own);
    second.join();
}

template <auto Model, target Target, class Workspace, class In, class Out, class Observer,
          class Second>
void bind_and_run(Workspace& workspace, const In& in, const Out& out,
                  const observed_by<Observer>& observed, Second& second) {
    using model_type = type_of<Model>;
    const auto& from = in.template inputs_of<model_type>();
    const auto& to = out.template outputs_of<model_type>();
    const auto bound_in = bind_all<input_side, Model, Target>(
        from, workspace, make_index_sequence<Model.inputs.size()>{});
    const auto bound_out = bind_all<output_side, Model, Target>(
        to, workspace, make_index_sequence<Model.outputs.size()>{});
    const auto memory_with = [&]<class Crew>(const Crew& crew) __attribute__((always_inline)) {
        return memory_of<run_memory<session<Model, Target>, decltype(bound_in), decltype(bound_out),
                                    Observer, Crew>>(
            workspace, bound_in, bound_out, observed, crew,
            make_index_sequence<planning::count_regions(Target)>{});
    };
    workspace.begin_run();
    if constexpr (is_same<Second, no_worker> || !shares_rows<Model, Target>)
        run_segments(memory_with(alone{}));
    else
        run_with(second, memory_with);
    workspace.end_run();
}

/// The type that run() returns: status where a run can fail, else void.
template <bool MayLack>
struct run_result {
    using type = void;
};
template <>
struct run_result<true> {
    using type = status;
};
template <class Workspace>
using run_result_of = typename run_result<Workspace::may_lack>::type;

template <class Model, target Target, arena_owner Owner, class Hydration, class In, class Out,
          class Observer, class Second>
auto run_checked(workspace<Model{}, Target, Owner, Hydration>& memory, const In& in, Out& out,
                 const observed_by<Observer>& observed, Second& second)
    -> run_result_of<workspace<Model{}, Target, Owner, Hydration>> {
    using workspace_type = workspace<Model{}, Target, Owner, Hydration>;
    if constexpr (workspace_type::may_lack)
        if (const status ready = memory.readiness(); ready != status::ok) return ready;
    if constexpr (may_run<Model{}, Target, In, Out&>)
        bind_and_run<Model{}, Target>(memory, as_inputs<Model>(in), as_outputs<Model>(out),
                                      observed, second);
    if constexpr (workspace_type::may_lack) return status::ok;
}

}  // namespace execution

/// Prepares a workspace for runs: copies staged constants to their arenas and sets all states to
/// zero. May be called again. Exists only if there is something to prepare. Returns
/// unbound_arena or unbound_weights: an arena or the blob is not bound; nothing was touched.
/// damaged_constants: the checksum of packed constants differs; nothing was touched.
/// hydration_required: the workspace's Hydration did not mark that the constants are there.
template <class Model, target Target, arena_owner Owner, class Hydration>
    requires workspace<Model{}, Target, Owner, Hydration>::has_init status
    init(const Model&, workspace<Model{}, Target, Owner, Hydration>& memory) {
        complete(as_check<execution::readable_sources<workspace<Model{}, Target, Owner, Hydration>,
                                                      Hydration>>());
        return memory.init();
    }

/// Runs the model once in a workspace of the caller's. Re-entrant with one workspace per thread.
/// `in` and `out` are one buffer each, or inputs(...) and outputs(...). Returns nothing. But if
/// arenas are the caller's, or constants are staged, packed or in a blob, it returns a status;
/// unless that is ok, nothing was touched.
template <class Model, target Target, arena_owner Owner, class Hydration, class In, class Out>
auto run(const Model&, workspace<Model{}, Target, Owner, Hydration>& memory, const In& in,
         Out&& out) {
    complete(execution::fault_of_run<Model{}, Target, In, Out>());
    execution::no_worker none;
    return execution::run_checked<Model>(memory, in, out, execution::observed_by<no_observer>{},
                                         none);
}

/// Runs the model once, with all inputs and outputs in the workspace.
template <class Model, target Target, arena_owner Owner, class Hydration>
auto run(const Model& model, workspace<Model{}, Target, Owner, Hydration>& memory) {
    complete(execution::fault_in_workspace<Model{}, Target>());
    return run(model, memory, in_workspace, in_workspace);
}

/// Runs the model once in its default workspace and for its default target. Not re-entrant.
template <is_model Model, class In, class Out>
auto run(const Model& model, const In& in, Out&& out) {
    complete(execution::fault_of_run<Model{}, Model::default_target, In, Out>());
    return run(model, default_workspace<Model{}>, in, out);
}

/// Runs the model once and tells an observer how it goes on (see observer.hpp). The results are
/// those of a run without one, unless the observer overwrites a tensor.
template <class Model, target Target, arena_owner Owner, class Hydration, class In, class Out,
          class Observer>
auto run(const Model&, workspace<Model{}, Target, Owner, Hydration>& memory, const In& in,
         Out&& out, Observer&& observer) {
    complete(execution::fault_of_observer<Observer>());
    complete(execution::fault_of_run<Model{}, Target, In, Out>());
    execution::no_worker none;
    return execution::run_checked<Model>(memory, in, out,
                                         execution::observed_by<Observer&>{observer}, none);
}

/// Runs the model once with an observer, and with all inputs and outputs in the workspace.
template <class Model, target Target, arena_owner Owner, class Hydration, is_observer Observer>
auto run(const Model& model, workspace<Model{}, Target, Owner, Hydration>& memory,
         Observer&& observer) {
    complete(execution::fault_of_observer<Observer>());
    complete(execution::fault_in_workspace<Model{}, Target>());
    return run(model, memory, in_workspace, in_workspace, observer);
}

/// Runs the model once with an observer, in its default workspace and for its default target. Not
/// re-entrant.
template <is_model Model, class In, class Out, is_observer Observer>
auto run(const Model& model, const In& in, Out&& out, Observer&& observer) {
    complete(execution::fault_of_observer<Observer>());
    complete(execution::fault_of_run<Model{}, Model::default_target, In, Out>());
    return run(model, default_workspace<Model{}>, in, out, observer);
}

/// Runs the model once on two cores: where the target's plan shares rows of a step (`.workers =
/// 2`), a second worker makes half of them. The outputs are the same bytes. `second` is the
/// firmware's (arguments/worker.hpp); it is not started where the plan shares nothing.
template <class Model, target Target, arena_owner Owner, class Hydration, class In, class Out,
          is_worker Second>
auto run(const Model&, workspace<Model{}, Target, Owner, Hydration>& memory, const In& in,
         Out&& out, Second&& second) {
    complete(execution::fault_of_workers<Target>());
    complete(execution::fault_of_run<Model{}, Target, In, Out>());
    return execution::run_checked<Model>(memory, in, out, execution::observed_by<no_observer>{},
                                         second);
}

/// Runs the model once on two cores, with all inputs and outputs in the workspace.
template <class Model, target Target, arena_owner Owner, class Hydration, is_worker Second>
auto run(const Model& model, workspace<Model{}, Target, Owner, Hydration>& memory,
         Second&& second) {
    complete(execution::fault_of_workers<Target>());
    complete(execution::fault_in_workspace<Model{}, Target>());
    return run(model, memory, in_workspace, in_workspace, second);
}

/// Runs the model once on two cores, in its default workspace and for its default target. Not
/// re-entrant.
template <is_model Model, class In, class Out, is_worker Second>
auto run(const Model& model, const In& in, Out&& out, Second&& second) {
    complete(execution::fault_of_workers<Model::default_target>());
    complete(execution::fault_of_run<Model{}, Model::default_target, In, Out>());
    return run(model, default_workspace<Model{}>, in, out, second);
}

/// Arguments that no other overload of run() takes: a compile error says which arguments fit.
template <is_model Model, class... Given>
void run(const Model&, const Given&...) {
    complete(execution::fault_of_arguments<Model, Given...>());
}
#if defined(__GNUC__) && !defined(__clang__)
/// After an error in the declaration of a workspace, g++ takes the workspace for an int. It tells
/// the error of this function only where there is no other error.
template <is_model Model, class... Given>
    requires(sizeof...(Given) != 1)
[[gnu::error("tigris: a number is no workspace; declare a tigris::workspace<model, target>")]]  //
void run(const Model&, int&, const Given&...);
#endif
template <class First, class... Given>
    requires(!is_model<First>)
void run(const First&, const Given&...) { complete(as_check<execution::no_model_of_run<First>>()); }
template <auto, auto..., class... Given>
void run(const Given&...) {
    complete(as_check<execution::brackets_of_run<Given...>>());
}
template <is_model, class... Given>
void run(const Given&...) {
    complete(as_check<execution::brackets_of_run<Given...>>());
}

}  // namespace tigris
