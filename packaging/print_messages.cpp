// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the .proto file that ONNX's library on this machine was made from, without its comments.

#include <onnx/onnx_pb.h>

#include <cstdio>

int main() {
    const std::string text = onnx::ModelProto::descriptor()->file()->DebugString();
    return std::fputs(text.c_str(), stdout) < 0 ? 1 : 0;
}
