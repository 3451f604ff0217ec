// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool knows of an ONNX operator; operators/ has an entry for each. Stages ask the traits
// of an entry. They compare names only if names are the subject: passes/ name the operators that
// they look for, and those whose attributes they read. tests/layering/check_operator_names.py lists
// the other files that do, with reasons.

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace tigris::ops {
struct unary;
}

namespace onnx2hpp {

struct binary_form;
struct node;
struct onnx_model;
struct tensor_data;
class constant_node;
class expansion;
class lowering;
class shape_context;

/// Kinds of attributes, in the order of onnx2hpp::attribute.
enum class attribute_kind { integer, real, text, integers, reals, tensor, texts, doubles };

struct attribute_rule {
    std::string_view name;
    attribute_kind kind;
    bool required = false;
    bool is_flag = false;  ///< an integer that says no with 0 and yes with 1
};

namespace operators {

// Attributes as entries name them: integer("axis"), required(integers("kernel_shape")).
constexpr attribute_rule integer(std::string_view name) { return {name, attribute_kind::integer}; }
constexpr attribute_rule flag(std::string_view name) {
    return {.name = name, .kind = attribute_kind::integer, .is_flag = true};
}
constexpr attribute_rule real(std::string_view name) { return {name, attribute_kind::real}; }
constexpr attribute_rule text(std::string_view name) { return {name, attribute_kind::text}; }
constexpr attribute_rule integers(std::string_view name) {
    return {name, attribute_kind::integers};
}
constexpr attribute_rule reals(std::string_view name) { return {name, attribute_kind::reals}; }
constexpr attribute_rule any_tensor(std::string_view name) {
    return {name, attribute_kind::tensor};
}
constexpr attribute_rule texts(std::string_view name) { return {name, attribute_kind::texts}; }
constexpr attribute_rule doubles(std::string_view name) { return {name, attribute_kind::doubles}; }
constexpr attribute_rule required(attribute_rule rule) {
    rule.required = true;
    return rule;
}

}  // namespace operators

/// Means any number of inputs or outputs.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// How many inputs must be there, and how many may be.
struct input_count {
    std::size_t least = 1;
    std::size_t most = 1;
};

/// Versions of an operator that take the same inputs, outputs and attributes, ascending.
struct operator_version {
    std::vector<int> since;
    input_count inputs{};
    std::size_t outputs = 1;  ///< at most
    std::vector<attribute_rule> attributes{};
};

/// How an operator wants the axes of its data to lie in memory.
enum class wanted_order {
    any,
    channels_last,  ///< of input 0, because its kernels walk windows or channels
    onnx,           ///< ONNX's order, of all inputs
    as_result,      ///< as its result is wanted, if input and result have the same rank
};

/// Whether every element of the result is one of input 0.
enum class element_moves {
    none,
    view,         ///< all, in the same order
    permutation,  ///< all, in the order of axes that `perm` says
    selection,    ///< some, or some more than once
};

/// Traits of operators, for passes that do not know the operator by name.
struct operator_traits {
    wanted_order order = wanted_order::any;  ///< functions want it as_result without saying so
    element_moves moves = element_moves::none;

    bool is_layer = false;      ///< weights at input 1, perhaps a bias at input 2
    bool averages = false;      ///< each element of its result is an average of some of input 0
    bool resizes = false;       ///< its result is input 0 with other extents
    bool joins = false;         ///< its result is all of its inputs, one after the other
    bool is_recurrent = false;  ///< a step of the tool's that gives all states, or the last ones
    bool can_clamp = false;     ///< its kernels can clamp their result

    /// Computes with codes. Layers and functions of real numbers do so without this flag, and so do
    /// operators with one of the next two flags.
    bool has_integer_kernel = false;
    bool combines_codes = false;    ///< those of its first two inputs
    bool keeps_codes = false;       ///< its result has the scale of input 0; so have moves
    bool only_8_bits = false;       ///< its integer kernel does not take codes of 16
    bool may_lack_weights = false;  ///< a layer whose input 1 may be an activation, as input 0 is

    bool passes_codes = false;   ///< codes of its inputs are in its result; so are those of moves
    bool recodes = false;        ///< numbers become codes, or codes numbers
    bool keeps_numbers = false;  ///< those of input 0, in any type, in their order; so do views
    bool converts_type = false;  ///< it changes the type of input 0, to that of an input 1

    bool takes_any_type = false;  ///< also those of the file that have no kernels
    bool takes_4_bits = false;
    bool takes_doubles = false;  ///< floats that hold doubles give what these doubles give
    bool moves_texts = false;    ///< the strings of input 0 are those of its result
    bool reads_texts = false;    ///< it has a rule for strings at input 0
    bool makes_map = false;      ///< ONNX has a map where the tool has a tensor
    bool has_own_types = false;  ///< the file's types of its results are not those of its inputs

    bool chooses_branch = false;        ///< runs one of its branches, whose results are its inputs
    bool keeps_unread_outputs = false;  ///< their number says what the others are

    /// The number of the output that counts rows, of an operator with --bound: it follows ONNX's
    /// outputs.
    std::size_t count_output = 0;

    bool copies_bytes = false;           ///< evaluating it takes no memory beside its result
    bool evaluates_wide = false;         ///< evaluating it takes 8 bytes for each element, or more
    bool may_lack_first_output = false;  ///< its expansion makes the others without it

    /// Layers whose weights are windows: images have their channels at axis 1.
    bool has_windows() const { return is_layer && order == wanted_order::channels_last; }

    /// Whether a result has the elements of input 0, perhaps as codes or in another order.
    bool keeps_elements() const {
        return recodes || keeps_numbers || moves == element_moves::view ||
               moves == element_moves::permutation;
    }
};

/// An operator and what each stage does with it. A rule may be null: an operator that is always
/// expanded has no shape rule, and one that is never constant has no evaluation.
struct operator_entry {
    /// The name; the domain comes first if it is not ai.onnx: "com.microsoft.QGemm".
    std::string_view type;

    /// Versions, ascending. A version between two of them does not exist in ONNX. Without versions,
    /// only the tool makes such nodes. Source: ONNX, docs/Changelog.md up to newest_opset; ONNX
    /// Runtime, docs/ContribOperators.md.
    std::vector<operator_version> versions{};

    /// Says the type and shape of output 0; throws failure for what no kernel takes.
    void (*shape)(shape_context&) = nullptr;

    /// Replaces the operator by others. Returns false for a form that it does not replace; then the
    /// node stays.
    bool (*expand)(expansion&) = nullptr;

    /// Computes output 0 if all inputs are constant; null if it cannot.
    std::shared_ptr<const tensor_data> (*evaluate)(const constant_node&) = nullptr;

    /// Adds the steps of canonical operators that compute it, and places its output.
    void (*lower)(lowering&, const node&) = nullptr;

    /// The function that the operator computes of each element, or of each pair of elements.
    tigris::ops::unary (*unary)(const node&) = nullptr;
    binary_form (*binary)(const node&) = nullptr;

    operator_traits traits{};

    /// The order in which the operator wants input 0, if traits cannot say it. Nothing if any order
    /// is as good.
    std::optional<std::vector<int>> (*order)(const onnx_model&, const node&) = nullptr;
};

using operator_entries = std::vector<operator_entry>;

}  // namespace onnx2hpp
