// What a person is told where something is refused.
#pragma once

#include <QString>

#include "engine/core/error.h"

namespace tl::test {

// The Error's whole text in English; "accepted" where `body` throws none.
template <typename Do>
QString refusal(const Do& body) {
    try {
        body();
    } catch (const Error& error) {
        return QString::fromStdString(error.message().english());
    }
    return "accepted";
}

}  // namespace tl::test
