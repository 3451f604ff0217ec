// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "message_mutator.hpp"

#include <google/protobuf/descriptor.h>

#include <cstdint>
#include <limits>

/// libFuzzer's own change of bytes.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace fuzz {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

template <class T>
T changed_integer(T old, random_source& random) {
    using limits = std::numeric_limits<T>;
    const std::vector<T> choices = {T(old + T(1)),
                                    T(old - T(1)),
                                    T(T(0) - old),
                                    T(below(random, 9)),
                                    T(T(1) << below(random, limits::digits)),
                                    T(-1),
                                    limits::min(),
                                    limits::max()};
    return one_of(random, choices);
}

// Arithmetic of unsigned numbers, because what is changed may be at its limit.
std::int64_t changed(std::int64_t old, random_source& random) {
    return static_cast<std::int64_t>(changed_integer(static_cast<std::uint64_t>(old), random));
}

template <class Real>
Real changed_real(Real old, random_source& random) {
    using limits = std::numeric_limits<Real>;
    const std::vector<Real> choices = {old * 2,
                                       -old,
                                       Real(0),
                                       Real(below(random, 2000)) / 1000,
                                       Real(1e-30),
                                       limits::max(),
                                       limits::infinity(),
                                       limits::quiet_NaN()};
    return one_of(random, choices);
}

std::string changed_bytes(std::string old, random_source& random) {
    const std::size_t size = old.size();
    old.resize(size + 1 + below(random, 16));
    auto* data = reinterpret_cast<std::uint8_t*>(old.data());
    old.resize(LLVMFuzzerMutate(data, size, old.size()));
    return old;
}

std::string changed_text(const std::string& old, const std::vector<std::string>& words,
                         random_source& random) {
    return once_in(random, 4) ? changed_bytes(old, random) : one_of(random, words);
}

/// Elements of a list, or the one field: what reflection says in two ways.
class field_place {
public:
    field_place(Message& message, const FieldDescriptor* field, random_source& random)
        : message(message), field(field), about(*message.GetReflection()) {
        if (!field->is_repeated()) return;
        const auto count = static_cast<std::size_t>(about.FieldSize(message, field));
        index = count == 0 ? -1 : static_cast<int>(below(random, count));
    }

    bool is_there() const {
        return field->is_repeated() ? index >= 0 : about.HasField(message, field);
    }

    void remove(random_source& random) {
        if (!field->is_repeated()) return about.ClearField(&message, field);
        const int last = about.FieldSize(message, field) - 1;
        about.SwapElements(&message, field, index, last);
        if (!once_in(random, 4)) about.RemoveLast(&message, field);
    }

    Message& submessage() {
        if (!field->is_repeated()) return *about.MutableMessage(&message, field);
        return index < 0 ? *about.AddMessage(&message, field)
                         : *about.MutableRepeatedMessage(&message, field, index);
    }

    void change(const std::vector<std::string>& words, random_source& random) {
        switch (field->cpp_type()) {
            case FieldDescriptor::CPPTYPE_INT32: return change_int32(random);
            case FieldDescriptor::CPPTYPE_INT64: return change_int64(random);
            case FieldDescriptor::CPPTYPE_UINT64: return change_uint64(random);
            case FieldDescriptor::CPPTYPE_FLOAT: return change_float(random);
            case FieldDescriptor::CPPTYPE_DOUBLE: return change_double(random);
            case FieldDescriptor::CPPTYPE_ENUM: return change_enum(random);
            case FieldDescriptor::CPPTYPE_STRING: return change_string(words, random);
            default: return;  // ONNX has no others
        }
    }

private:
    bool is_element() const { return index >= 0; }

    void change_int32(random_source& random) {
        if (is_element())
            about.SetRepeatedInt32(
                &message, field, index,
                int(changed(about.GetRepeatedInt32(message, field, index), random)));
        else if (field->is_repeated())
            about.AddInt32(&message, field, int(below(random, 9)));
        else
            about.SetInt32(&message, field, int(changed(about.GetInt32(message, field), random)));
    }

    void change_int64(random_source& random) {
        if (is_element())
            about.SetRepeatedInt64(&message, field, index,
                                   changed(about.GetRepeatedInt64(message, field, index), random));
        else if (field->is_repeated())
            about.AddInt64(&message, field, std::int64_t(below(random, 9)));
        else
            about.SetInt64(&message, field, changed(about.GetInt64(message, field), random));
    }

    void change_uint64(random_source& random) {
        if (is_element())
            about.SetRepeatedUInt64(
                &message, field, index,
                changed_integer(about.GetRepeatedUInt64(message, field, index), random));
        else if (field->is_repeated())
            about.AddUInt64(&message, field, below(random, 9));
        else
            about.SetUInt64(&message, field,
                            changed_integer(about.GetUInt64(message, field), random));
    }

    void change_float(random_source& random) {
        if (is_element())
            about.SetRepeatedFloat(
                &message, field, index,
                changed_real(about.GetRepeatedFloat(message, field, index), random));
        else if (field->is_repeated())
            about.AddFloat(&message, field, changed_real(1.0F, random));
        else
            about.SetFloat(&message, field, changed_real(about.GetFloat(message, field), random));
    }

    void change_double(random_source& random) {
        if (is_element())
            about.SetRepeatedDouble(
                &message, field, index,
                changed_real(about.GetRepeatedDouble(message, field, index), random));
        else if (field->is_repeated())
            about.AddDouble(&message, field, changed_real(1.0, random));
        else
            about.SetDouble(&message, field, changed_real(about.GetDouble(message, field), random));
    }

    void change_enum(random_source& random) {
        const auto* values = field->enum_type();
        const auto count = static_cast<std::size_t>(values->value_count());
        about.SetEnum(&message, field, values->value(static_cast<int>(below(random, count))));
    }

    void change_string(const std::vector<std::string>& words, random_source& random) {
        const bool is_bytes = field->type() == FieldDescriptor::TYPE_BYTES;
        const auto changed_string = [&](const std::string& old) {
            return is_bytes ? changed_bytes(old, random) : changed_text(old, words, random);
        };
        if (is_element())
            about.SetRepeatedString(&message, field, index,
                                    changed_string(about.GetRepeatedString(message, field, index)));
        else if (field->is_repeated())
            about.AddString(&message, field, changed_string(""));
        else
            about.SetString(&message, field, changed_string(about.GetString(message, field)));
    }

    Message& message;
    const FieldDescriptor* field;
    const google::protobuf::Reflection& about;
    int index = -1;
};

const FieldDescriptor* some_field(const Message& message, random_source& random) {
    std::vector<const FieldDescriptor*> present;
    message.GetReflection()->ListFields(message, &present);
    if (!present.empty() && !once_in(random, 4)) return one_of(random, present);
    const auto count = static_cast<std::size_t>(message.GetDescriptor()->field_count());
    return count == 0 ? nullptr
                      : message.GetDescriptor()->field(static_cast<int>(below(random, count)));
}

void collect(Message& message, std::vector<Message*>& found) {
    found.push_back(&message);
    const auto& about = *message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    about.ListFields(message, &fields);
    for (const FieldDescriptor* field : fields) {
        if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
        if (!field->is_repeated()) collect(*about.MutableMessage(&message, field), found);
        for (int i = 0; field->is_repeated() && i < about.FieldSize(message, field); ++i)
            collect(*about.MutableRepeatedMessage(&message, field, i), found);
    }
}

/// A copy of a message of this kind, if there is one.
void copy_from_elsewhere(Message& target, Message& donor, random_source& random) {
    std::vector<Message*> same_kind;
    for (Message* candidate : all_messages(donor))
        if (candidate->GetDescriptor() == target.GetDescriptor()) same_kind.push_back(candidate);
    if (same_kind.empty()) return;
    const std::string bytes = one_of(random, same_kind)->SerializePartialAsString();
    target.ParsePartialFromString(bytes);  // by way of bytes: one may lie in the other
}

}  // namespace

std::size_t below(random_source& random, std::size_t count) { return random() % count; }

bool once_in(random_source& random, std::size_t odds) { return below(random, odds) == 0; }

std::vector<Message*> all_messages(Message& root) {
    std::vector<Message*> found;
    collect(root, found);
    return found;
}

void mutate_message(Message& root, const std::vector<std::string>& words, random_source& random) {
    Message& message = *one_of(random, all_messages(root));
    const FieldDescriptor* field = some_field(message, random);
    if (field == nullptr) return;
    field_place place(message, field, random);
    if (place.is_there() && once_in(random, 4))
        place.remove(random);
    else if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
        copy_from_elsewhere(place.submessage(), root, random);
    else
        place.change(words, random);
}

void cross_over(Message& root, Message& donor, random_source& random) {
    copy_from_elsewhere(*one_of(random, all_messages(root)), donor, random);
}

}  // namespace fuzz
