// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Texts of options become settings. All throw failure(bad_input) for what is wrong with them.

#include <onnx2hpp/command_line/raw_options.hpp>
#include <onnx2hpp/options.hpp>

namespace onnx2hpp {

/// How the model is read: shapes, constants, branches, states, compression.
void set_model(options& wanted, const raw_options& raw);

/// Memories, board, core, placement rules, and where inputs and outputs are.
void set_target(options& wanted, const raw_options& raw);

/// What is written or printed, and in which form.
void set_output(options& wanted, const raw_options& raw);

/// The name that was given, else one that is made of the file's; convert names a model by its
/// header.
void set_name(options& wanted);

/// For --for: a header is in use already, so nothing but its blob can be written.
void check_for_header(const options& wanted);

/// For --depfile: there must be an output that depends on something.
void check_depfile(const options& wanted);

/// For --boards: what does not go with it.
void require_plain_boards(const options& wanted, const raw_options& raw);

}  // namespace onnx2hpp
