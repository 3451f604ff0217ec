// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/message_memory.hpp>

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <map>

namespace onnx2hpp {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::MessageFactory;
using google::protobuf::internal::WireFormatLite;

constexpr std::uint64_t bytes_of_string = 48;  // with the pointer to it
constexpr int deepest_message = 100;           // protobuf's own limit

class counter {
public:
    explicit counter(std::string_view bytes)
        : in(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size())),
          text(bytes) {}

    /// Counts a message until its end, or the current limit.
    bool count(const Descriptor* type, int depth) {
        if (depth == deepest_message) is_too_deep = true;
        if (is_too_deep) return false;
        total += size_of(type);
        while (const std::uint32_t tag = in.ReadTag())
            if (!count_field(tag, type->FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag)),
                             depth))
                return false;
        return true;
    }

    std::uint64_t total = 0;
    bool is_too_deep = false;

private:
    bool count_field(std::uint32_t tag, const FieldDescriptor* field, int depth) {
        const auto kind = WireFormatLite::GetTagWireType(tag);
        if (kind == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) return count_text(field, depth);
        if (!field || field->is_repeated()) total += field ? 2 * sizeof(std::int64_t) : 64;
        return kind != WireFormatLite::WIRETYPE_START_GROUP && WireFormatLite::SkipField(&in, tag);
    }

    bool count_text(const FieldDescriptor* field, int depth) {
        std::uint32_t length = 0;
        if (!in.ReadVarint32(&length)) return false;
        if (!field || field->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
            total += bytes_of_string + length;
        else if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE)
            total += bytes_of_list(*field, length);
        else
            return count_message(field->message_type(), length, depth);
        return in.Skip(static_cast<int>(length));
    }

    bool count_message(const Descriptor* type, std::uint32_t length, int depth) {
        const auto limit = in.PushLimit(static_cast<int>(length));
        const bool goes_on = count(type, depth + 1);
        in.PopLimit(limit);
        return goes_on;
    }

    /// Packed numbers: floats as they are, integers of 1 to 10 bytes each. Lists grow by doubling.
    std::uint64_t bytes_of_list(const FieldDescriptor& field, std::uint32_t length) const {
        const bool is_float = field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT ||
                              field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE;
        if (is_float) return length;
        const bool is_short = field.cpp_type() == FieldDescriptor::CPPTYPE_INT32;
        const auto list = text.substr(static_cast<std::size_t>(in.CurrentPosition()), length);
        const auto ends = std::count_if(
            list.begin(), list.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        return (is_short ? 8u : 16u) * static_cast<std::uint64_t>(ends);
    }

    std::uint64_t size_of(const Descriptor* type) {
        std::uint64_t& size = sizes[type];
        if (size == 0)
            size = MessageFactory::generated_factory()->GetPrototype(type)->SpaceUsedLong() + 8;
        return size;
    }

    google::protobuf::io::CodedInputStream in;
    std::string_view text;
    std::map<const Descriptor*, std::uint64_t> sizes;
};

}  // namespace

std::uint64_t memory_of_message(std::string_view bytes, const Descriptor* type) {
    counter counted(bytes);
    counted.count(type, 0);
    return counted.total;
}

bool is_nested_too_deeply(std::string_view bytes, const Descriptor* type) {
    counter counted(bytes);
    counted.count(type, 0);
    return counted.is_too_deep;
}

void require_message_memory(const std::string& label, std::string_view bytes,
                            const Descriptor* type) {
    constexpr std::uint64_t free_bytes = 180'000'000;
    const std::uint64_t needed = memory_of_message(bytes, type);
    if (needed > 3 * bytes.size() + free_bytes)
        fail_unsupported(fmt::format("{} of {} bytes would take {} MB to read", label, bytes.size(),
                                     needed / 1'000'000),
                         "keep elements of tensors as raw_data");
}

}  // namespace onnx2hpp
