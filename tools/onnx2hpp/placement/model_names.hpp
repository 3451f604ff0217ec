// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Names of tensors in a model's file, and under which other names the tool keeps these tensors.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/onnx_model.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace onnx2hpp {

/// What the operator of a node says of it.
using node_question = bool (*)(const onnx_model&, const node&);

/// The names of a model as it was loaded. Those of what only means the same elements in another
/// form (QuantizeLinear and DequantizeLinear, Reshape and its like) go together.
class model_names {
public:
    /// keeps_elements is that of onnx/operator_table.hpp.
    model_names(const onnx_model& loaded, node_question keeps_elements);

    bool contains(const std::string& id) const { return names_.contains(id); }

    /// The names nearest to an id, itself first, for which is_known(name) holds; none where no
    /// tensor that the tool keeps is meant by it.
    template <class IsKnown>
    std::vector<std::string> nearest(const std::string& id, const IsKnown& is_known) const {
        std::set<std::string> seen{id};
        for (std::vector<std::string> ring{id}; !ring.empty(); ring = next_ring(ring, seen)) {
            std::vector<std::string> found;
            for (const std::string& name : ring)
                if (is_known(name)) found.push_back(name);
            if (!found.empty()) return found;
        }
        return {};
    }

    /// The first name that is known and made from `id`, or nothing: what a fused step makes.
    template <class IsKnown>
    std::string made_from(std::string id, const IsKnown& is_known) const {
        for (std::size_t steps = 0; steps < names_.size(); ++steps) {
            const auto next = results_.find(id);
            if (next == results_.end()) return {};
            id = next->second;
            if (is_known(id)) return id;
        }
        return {};
    }

    /// All ids, in alphabetical order.
    const std::set<std::string>& all() const { return names_; }

private:
    std::vector<std::string> next_ring(const std::vector<std::string>& ring,
                                       std::set<std::string>& seen) const;

    std::set<std::string> names_;
    std::multimap<std::string, std::string> same_;
    std::map<std::string, std::string> results_;
};

/// The tensors of a lowered model by the ids of its file.
class tensor_finder {
public:
    /// `names` and `model` outlive the finder.
    tensor_finder(const model_names& names, const lowered_model& model);

    /// The tensors that an id means, in ascending order; none for an id that means no tensor of the
    /// lowered model.
    std::vector<int> find(const std::string& id) const;

    /// An explanation for an id that means no tensor: it is unknown, or where its tensor went.
    std::string explain(const std::string& id) const;

    /// The ids of the file that mean each tensor, but for its own name.
    std::vector<std::vector<std::string>> other_ids() const;

private:
    const model_names& names_;
    const lowered_model& model_;
    std::multimap<std::string, int> tensors_;
};

}  // namespace onnx2hpp
