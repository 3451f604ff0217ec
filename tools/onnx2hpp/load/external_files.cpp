// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/external_files.hpp>

#include <onnx/onnx_pb.h>

#include <vector>

namespace onnx2hpp {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

void add_locations(const onnx::TensorProto& tensor, std::set<std::string>& found) {
    for (const auto& entry : tensor.external_data())
        if (entry.key() == "location") found.insert(entry.value());
}

void visit(const Message& message, std::set<std::string>& found);

void visit_field(const Message& message, const FieldDescriptor* field,
                 std::set<std::string>& found) {
    const auto* reflection = message.GetReflection();
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) return;
    if (!field->is_repeated()) return visit(reflection->GetMessage(message, field), found);
    for (int i = 0; i < reflection->FieldSize(message, field); ++i)
        visit(reflection->GetRepeatedMessage(message, field, i), found);
}

void visit(const Message& message, std::set<std::string>& found) {
    if (message.GetDescriptor() == onnx::TensorProto::descriptor())
        return add_locations(static_cast<const onnx::TensorProto&>(message), found);
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) visit_field(message, field, found);
}

}  // namespace

std::set<std::string> external_locations(const Message& message) {
    std::set<std::string> found;
    visit(message, found);
    return found;
}

}  // namespace onnx2hpp
