// A library of NVIDIA's that is loaded when the program runs, and its functions by name.
#pragma once

#include <dlfcn.h>

#include <string>
#include <type_traits>

#include "engine/core/error.h"

namespace tl::cuda {

// "9.19.0" of 91900, as NVIDIA's libraries number themselves.
inline std::string versionText(size_t number) {
    return std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." +
           std::to_string(number % 100);
}

class Loaded {
public:
    // `what` it is to people: "NVIDIA's driver". Throws Error where there is none.
    Loaded(Message what, const std::string& path)
        : what_(std::move(what)), handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
        if (!handle_)
            throw Error(what_, Message("the library {name}", path), "none on this machine",
                        Message("Install {what}, or choose the device cpu.", what_));
    }
    ~Loaded() {
        if (handle_) dlclose(handle_);
    }
    Loaded(const Loaded&) = delete;
    Loaded& operator=(const Loaded&) = delete;

    template <typename Function>
    void find(Function& function, const char* name) const {
        function = reinterpret_cast<Function>(dlsym(handle_, name));
        if (!function)
            throw Error(what_, Message("the function {name}", std::string(name)), "a version without it",
                        Message("Install a newer version of {what}.", what_));
    }

private:
    Message what_;
    void* handle_;
};

}  // namespace tl::cuda
