// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How much memory a message of protobuf takes, known before it is read.

#include <google/protobuf/descriptor.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// Bytes of the objects that parsing `bytes` as a message of this type makes: some of the file's
/// bytes become a hundred each. Counts until the first byte that is no protobuf.
std::uint64_t memory_of_message(std::string_view bytes, const google::protobuf::Descriptor* type);

/// Whether messages within messages are more than protobuf parses.
bool is_nested_too_deeply(std::string_view bytes, const google::protobuf::Descriptor* type);

/// Throws failure(unsupported) if parsing `bytes` of a file, called `label`, takes too much memory:
/// more than four times the file and what is free for any file (docs/reference/limits.md). The
/// bytes of the file count, too.
void require_message_memory(const std::string& label, std::string_view bytes,
                            const google::protobuf::Descriptor* type);

}  // namespace onnx2hpp
