// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool knows of the cores that boards name: their spelling, and which backends they run.

#include <tigris/model/backend.hpp>

#include <optional>
#include <string>

namespace onnx2hpp {

/// Why a board cannot have a core of this name, or nothing. Names that resemble no known core are
/// accepted: the tool needs to know nothing about other cores.
std::optional<std::string> mistake_in_core(const std::string& name);

/// Why the core cannot run the backend's kernels, or nothing. Cores that the tool does not know run
/// all of them.
std::optional<std::string> mistake_in_backend(const std::string& core, tigris::backend backend);

}  // namespace onnx2hpp
