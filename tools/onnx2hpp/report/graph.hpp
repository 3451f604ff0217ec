// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The model as a graph: for pages, for graphviz, and for Model Explorer.

#include <onnx2hpp/report/picture.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// An arrow from the step that makes a tensor to one that reads it; -1: nothing makes it.
struct graph_edge {
    int from = -1;
    int to = -1;
    int tensor = -1;
    int input = 0;  // of the reader
};

/// All arrows of a model, without those of constants, in the order of the readers.
std::vector<graph_edge> find_edges(const lowered_model& model);

/// "3 chain, 2 strips": a segment's number and how it runs.
std::string describe_segment(const analysis& a, int segment);

/// A line for each step in the order of the run, with segments as bands.
picture draw_graph(const analysis& a, std::string_view id);

/// The dot language of graphviz, with segments as clusters.
std::string graph_as_dot(const analysis& a);

/// A file that Model Explorer opens (https://github.com/google-ai-edge/model-explorer): a list of
/// one graph, with segments as namespaces.
std::string graph_for_model_explorer(const analysis& a);

}  // namespace onnx2hpp
