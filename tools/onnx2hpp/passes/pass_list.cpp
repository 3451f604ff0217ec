// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/folding_memory.hpp>
#include <onnx2hpp/passes/convert_edges.hpp>
#include <onnx2hpp/passes/fold_batch_norm.hpp>
#include <onnx2hpp/passes/fold_bias_add.hpp>
#include <onnx2hpp/passes/fold_constants.hpp>
#include <onnx2hpp/passes/fold_pad.hpp>
#include <onnx2hpp/passes/fold_qdq.hpp>
#include <onnx2hpp/passes/fold_weight_dequantization.hpp>
#include <onnx2hpp/passes/fuse_activation.hpp>
#include <onnx2hpp/passes/fuse_dynamic_scales.hpp>
#include <onnx2hpp/passes/fuse_normalize_scale.hpp>
#include <onnx2hpp/passes/fuse_requantized_clamp.hpp>
#include <onnx2hpp/passes/fuse_swish.hpp>
#include <onnx2hpp/passes/hoist_quantize.hpp>
#include <onnx2hpp/passes/label_depthwise.hpp>
#include <onnx2hpp/passes/make_codes_signed.hpp>
#include <onnx2hpp/passes/merge_moves.hpp>
#include <onnx2hpp/passes/note_definitions.hpp>
#include <onnx2hpp/passes/pass_list.hpp>
#include <onnx2hpp/passes/read_last_state.hpp>
#include <onnx2hpp/passes/reduce_mean_to_global_average_pool.hpp>
#include <onnx2hpp/passes/roll_up_layers.hpp>
#include <onnx2hpp/passes/trim_output_transpose.hpp>

namespace onnx2hpp {

void run_passes(onnx_model& m, const options& wanted) {
    const folding_memory memory(m);
    const auto biases = wanted.exact_biases ? coarse_bias::kept : coarse_bias::rounded;
    fold_constants(m);       // first: all others recognize constants by their values
    roll_up_layers(m);       // before all that changes one step of a layer, and not the others
    merge_moves(m);          // before what looks at neighbors: pairs may vanish between them
    fuse_dynamic_scales(m);  // after merge_moves: no Identity stands between sums and their scale
    trim_output_transpose(m, wanted.trimmed_outputs);  // before passes that add some
    read_last_state(m);             // after merge_moves: fewer moves before the reader
    hoist_quantize(m);              // before what looks for constants after a DequantizeLinear
    fold_constants(m);              // the moves that now read weights
    fold_bias_add(m);               // before BatchNormalization, which then finds one bias
    fold_batch_norm(m);             // before activations, which would stand between
    fold_bias_add(m);               // an Add after a BatchNormalization that is gone
    fuse_swish(m);                  // before activations, which a Mul would take in
    fuse_normalize_scale(m);        // before QDQ: its groups are one operator and QuantizeLinear
    fuse_activation(m);             // before QDQ: its groups are operator, clamp, QuantizeLinear
    fold_pad(m);                    // before QDQ: a float Pad hides the codes from its Conv
    fold_qdq(m, biases);            // decides what is computed in integers
    fuse_requantized_clamp(m);      // the activations that have their own scale in the file
    fold_weight_dequantization(m);  // what fold_qdq left is a float weight
    fold_constants(m);              // moves and arithmetic of those
    fold_pad(m);                    // after QDQ: the Pads that now add codes
    reduce_mean_to_global_average_pool(m);  // after QDQ: it may add a Reshape
    merge_moves(m);                         // after passes that move moves, or add some
    convert_edges(m, wanted.edges);         // sees the integer graph
    if (wanted.backend != tigris::portable)
        make_codes_signed(m);     // after convert_edges: edges keep the types of the file
    label_depthwise(m);           // last: all others know Conv
    note_definitions(m, wanted);  // rewrites nothing, and sees what is computed in integers
}

}  // namespace onnx2hpp
