// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One set of arenas for several models that never run at the same time.

#include <tigris/execution/run.hpp>

namespace tigris {

namespace execution {

constexpr int64_t largest_of(int64_t a, int64_t b) { return a > b ? a : b; }

/// The model and the target of a workspace.
template <class Workspace>
struct workspace_facts;
template <auto M, target T, arena_owner Owner, class H>
struct workspace_facts<workspace<M, T, Owner, H>> {
    static constexpr auto model = M;
    static constexpr target board = T;
    using hydration = H;
    static constexpr int arenas = arena_count<M, T>;
    static constexpr int regions = planning::count_regions(T);
    static constexpr uint32_t alignment = arena_alignment<M, T>;
    using check = workspace_check<M, T>;

    template <int Region>
    static constexpr int64_t bytes() {
        if constexpr (Region < regions)
            return arena_bytes<M, T, Region>;
        else
            return 0;
    }
};

/// A pointer to the first fault of the workspaces, or to nothing_to_say.
template <class First, class... Others>
constexpr auto fault_of_shared() {
    using check = typename workspace_facts<First>::check;
    if constexpr (!is_same<check, nothing_to_say> || sizeof...(Others) == 0)
        return as_check<check>();
    else
        return fault_of_shared<Others...>();
}

/// Like checked, but never a base of a workspace.
template <bool Complete>
struct checked_together {};

/// Arenas that are not shared: states and staged constants.
template <class Workspace, class Arenas>
struct own_arenas;
template <auto M, target T, arena_owner Owner, class H, int... Arena>
struct own_arenas<workspace<M, T, Owner, H>, index_sequence<Arena...>>
    : own_arena<M, T, planning::count_regions(T) + Arena,
                !has_section<M, T, planning::count_regions(T) + Arena>()>... {
    template <int A>
    constexpr unsigned char* begin_of() {
        return own_arena<M, T, A, !has_section<M, T, A>()>::arena_begin();
    }
};
template <class Workspace>
using own_arenas_of =
    own_arenas<Workspace, make_index_sequence<workspace_facts<Workspace>::arenas -
                                              workspace_facts<Workspace>::regions>>;

/// Bytes of a region that the models share: the most that one model takes.
template <int Region, class... Workspaces>
inline constexpr int64_t shared_bytes = [] {
    int64_t most = 0;
    ((most = largest_of(most, workspace_facts<Workspaces>::template bytes<Region>())), ...);
    return most;
}();
template <class... Workspaces>
inline constexpr uint32_t shared_alignment = [] {
    int64_t most = 1;
    ((most = largest_of(most, workspace_facts<Workspaces>::alignment)), ...);
    return uint32_t(most);
}();

template <int Region, int64_t Bytes, uint32_t Alignment>
struct shared_arena {
    alignas(Alignment) unsigned char data[Bytes]{};
};
template <int Region, uint32_t Alignment>
struct shared_arena<Region, 0, Alignment> {
    static constexpr unsigned char* data = nullptr;
};

template <class Regions, class... Workspaces>
struct shared_arenas;
template <int... Region, class... Workspaces>
struct shared_arenas<index_sequence<Region...>, Workspaces...>
    : shared_arena<Region, shared_bytes<Region, Workspaces...>,
                   shared_alignment<Workspaces...>>... {
    template <int R>
    constexpr unsigned char* begin_of() {
        return shared_arena<R, shared_bytes<R, Workspaces...>,
                            shared_alignment<Workspaces...>>::data;
    }
};

template <class... Workspaces>
inline constexpr int shared_regions = [] {
    int64_t most = 0;
    ((most = largest_of(most, workspace_facts<Workspaces>::regions)), ...);
    return int(most);
}();

template <class Workspace>
using lent_of = workspace<workspace_facts<Workspace>::model, workspace_facts<Workspace>::board,
                          arena_owner::shared, typename workspace_facts<Workspace>::hydration>;

/// The workspace of a model, and the arenas that it does not share.
template <class Workspace>
struct sharing_workspace : lent_of<Workspace> {
    own_arenas_of<Workspace> own{};

    /// Binds an arena to `begin`, unless it is bound there already. `begin` has the arena's size
    /// and alignment.
    template <int Arena>
    void bind_once(unsigned char* begin) {
        using facts = workspace_facts<Workspace>;
        constexpr int64_t size = arena_bytes<facts::model, facts::board, Arena>;
        if (size > 0 && this->template begin_of<Arena>() != begin)
            static_cast<void>(this->bind(Arena, begin, size_t(size)));
    }
};

/// Objects by their numbers.
template <int Index, class T>
struct numbered {
    T object{};
};
template <class Sequence, class... T>
struct members;
template <int... Index, class... T>
struct members<index_sequence<Index...>, T...> : numbered<Index, T>... {};

template <int Index, class T>
constexpr T& member(numbered<Index, T>& all) {
    return all.object;
}

}  // namespace execution

/// The memory of models that run one after the other. Each region has room for the model that takes
/// most of it. Each model has states and staged constants of its own. Workspaces are types
/// workspace<Model, Target>. Runs may alternate. Inputs and outputs in this memory (modes arena and
/// slow) last until another model runs.
template <class... Workspaces>
struct shared_workspace
    : execution::checked_together<complete(execution::fault_of_shared<Workspaces...>())>,
      execution::shared_arenas<make_index_sequence<execution::shared_regions<Workspaces...>>,
                               Workspaces...>,
      execution::members<make_index_sequence<int(sizeof...(Workspaces))>,
                         execution::sharing_workspace<Workspaces>...> {
    /// The workspace of model number Index in this memory, to be passed to run.
    template <int Index>
    auto& at() {
        using facts =
            execution::workspace_facts<typename type_list<Workspaces...>::template at<Index>>;
        auto& found = execution::member<Index>(*this);
        for_each_index<facts::arenas>([&](auto arena) {
            constexpr int a = arena.value;
            if constexpr (a < facts::regions)
                found.template bind_once<a>(this->template begin_of<a>());
            else
                found.template bind_once<a>(found.own.template begin_of<a>());
        });
        return static_cast<
            execution::lent_of<typename type_list<Workspaces...>::template at<Index>>&>(found);
    }
};

}  // namespace tigris
