// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The files that a message of protobuf names as external data.

#include <google/protobuf/message.h>

#include <set>
#include <string>

namespace onnx2hpp {

/// All locations that tensors within `message` name, used or not.
std::set<std::string> external_locations(const google::protobuf::Message& message);

}  // namespace onnx2hpp
