// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/exports.hpp>

#include <onnx2hpp/report/graph.hpp>
#include <onnx2hpp/report/memory_map.hpp>
#include <onnx2hpp/report/trace.hpp>

namespace onnx2hpp {

std::vector<output_file> exported_files(const analysis& a, const options& wanted) {
    std::vector<output_file> files;
    if (!wanted.svg.empty()) files.push_back({wanted.svg, memory_maps_as_svg(a)});
    if (!wanted.dot.empty()) files.push_back({wanted.dot, graph_as_dot(a)});
    if (!wanted.trace.empty()) files.push_back({wanted.trace, run_as_trace(a)});
    if (!wanted.model_explorer.empty())
        files.push_back({wanted.model_explorer, graph_for_model_explorer(a)});
    return files;
}

}  // namespace onnx2hpp
