// A stack of its own that runs a function and can be left in the middle of it: what stands for a thread of a GPU on the
// CPU. Address and thread sanitizers are told of every change of stack.
#pragma once

#include <ucontext.h>

#include <csetjmp>
#include <cstddef>
#include <functional>

namespace tl::cuda {

class Fiber {
public:
    explicit Fiber(std::function<void()> body);  // which must not throw
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Runs the body until it leaves or ends. From outside only.
    void resume();
    // Back to who resumed it. From inside only.
    void leave();
    bool ended() const { return ended_; }

private:
    static void enter(unsigned high, unsigned low);
    void switchOut(bool forGood);
    void goIn();
    void goOut();

    std::function<void()> body_;
    std::byte* stack_;
    ucontext_t inside_{};
    [[maybe_unused]] ucontext_t outside_{};
    [[maybe_unused]] void *insideFake_ = nullptr, *outsideFake_ = nullptr;  // the address sanitizer's own stacks
    [[maybe_unused]] const void* outsideStack_ = nullptr;
    [[maybe_unused]] size_t outsideSize_ = 0;
    [[maybe_unused]] const std::byte* leftAt_ = nullptr;  // its frames lie between there and the stack's end
    [[maybe_unused]] void *insideThread_ = nullptr, *outsideThread_ = nullptr;  // the thread sanitizer's names
    [[maybe_unused]] jmp_buf insideJump_{}, outsideJump_{};
    [[maybe_unused]] bool entered_ = false;
    bool ended_ = false;
};

}  // namespace tl::cuda
