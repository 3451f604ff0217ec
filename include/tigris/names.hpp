// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names of inputs and outputs: "audio"_t, inputs("audio"_t = samples), model["audio"_t]
// (Boost.Hana).

#include <tigris/support/language.hpp>  // first

#if !__has_include(<boost/hana/map.hpp>)
#define TIGRIS_NO_HANA \
    "tigris: names need Boost.Hana; install libboost-dev, or give its folder by -isystem"
#include TIGRIS_NO_HANA
#elif !__has_include(<type_traits>)
#define TIGRIS_NO_LIBRARY "tigris: names need the C++ standard library, which Boost.Hana includes"
#include TIGRIS_NO_LIBRARY
#endif

// C's <complex.h> has a macro I.
#pragma push_macro("I")
#undef I
#include <boost/hana/at_key.hpp>
#include <boost/hana/contains.hpp>
#include <boost/hana/map.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#pragma pop_macro("I")
#include <tigris/execution/arguments/binding.hpp>
#include <tigris/support/text.hpp>

namespace tigris {

/// A buffer for the edge of that name.
template <class Name, class B>
struct named_buffer {
    static constexpr bool is_named_buffer = true;
    B& buffer;
};

/// The name of an input or output as a type: what "..."_t gives. name = buffer pairs it with the
/// buffer, which must outlive the call of run.
template <char... C>
struct edge_name {
    using string = boost::hana::string<C...>;

    static constexpr const char* c_str() { return string::c_str(); }

    template <class B>
    constexpr named_buffer<string, const B> operator=(const B& buffer) const {
        return {buffer};
    }
    template <class B>
    constexpr named_buffer<string, B> operator=(B& buffer) const {
        return {buffer};
    }
};

inline namespace literals {

/// "audio"_t: the name of an input or output, as the ONNX file spells it.
template <text Text>
constexpr auto operator""_t() {
    return []<int... Index>(index_sequence<Index...>) { return edge_name<Text.chars[Index]...>{}; }
    (make_index_sequence<int(sizeof(Text.chars)) - 1>{});
}

}  // namespace literals

namespace execution {

constexpr int length_of(const char* text) {
    int n = 0;
    while (text[n]) ++n;
    return n;
}

/// A tensor's ONNX name as a type.
template <class Model, int Tensor>
constexpr auto name_of() {
    constexpr const char* name = Model::tensor_names[Tensor];
    return []<int... Index>(index_sequence<Index...>) {
        return boost::hana::string<name[Index]...>{};
    }
    (make_index_sequence<length_of(name)>{});
}

inline constexpr missing nothing{};

/// The buffer in `map` for a tensor of the model, or `nothing`.
template <class Model, int Tensor, class Map>
constexpr auto& buffer_named(const Map& map) {
    constexpr auto name = name_of<Model, Tensor>();
    if constexpr (decltype(boost::hana::contains(map, name))::value)
        return *boost::hana::at_key(map, name);
    else
        return nothing;
}

}  // namespace execution

/// Buffers by name, in any order. One for each of the model's.
template <class Map>
struct named_buffers {
    static constexpr bool is_list_of_buffers = true;

    Map by_name;

    template <class Model>
    constexpr auto inputs_of() const {
        return [this]<int... Index>(index_sequence<Index...>) {
            return inputs(execution::buffer_named<Model, Model::inputs[Index]>(by_name)...);
        }
        (make_index_sequence<own_inputs<Model>>{});
    }
    template <class Model>
    constexpr auto outputs_of() const {
        return [this]<int... Index>(index_sequence<Index...>) {
            return outputs(execution::buffer_named<Model, Model::outputs[Index]>(by_name)...);
        }
        (make_index_sequence<own_outputs<Model>>{});
    }
};

template <class... Name, class... B>
constexpr auto name_buffers(const named_buffer<Name, B>&... named) {
    auto map = boost::hana::make_map(boost::hana::make_pair(Name{}, &named.buffer)...);
    return named_buffers<decltype(map)>{map};
}

/// inputs("audio"_t = samples, ...)
template <class... Name, class... B>
    requires(sizeof...(B) > 0)
constexpr auto inputs(const named_buffer<Name, B>&... named) { return name_buffers(named...); }

/// outputs("scores"_t = scores, ...)
template <class... Name, class... B>
    requires(sizeof...(B) > 0)
constexpr auto outputs(const named_buffer<Name, B>&... named) { return name_buffers(named...); }

}  // namespace tigris
