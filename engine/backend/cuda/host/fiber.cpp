// Fibers over ucontext, which enters a stack. From then on plain builds change stacks by longjmp, which asks the system
// for no signal mask; sanitizers follow swapcontext alone.
#undef _FORTIFY_SOURCE  // with it longjmp takes another stack for a broken one and ends the program
#include "engine/backend/cuda/host/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "engine/backend/cuda/host/sanitizers.h"

namespace tl::cuda {
namespace {

// Room for a kernel's frame under a sanitizer, of which only the pages that are used exist.
constexpr size_t kStackBytes = size_t{256} * 1024;
[[maybe_unused]] constexpr size_t kLeaving = 1024;  // what leave() and what it calls take of it

// Stacks that no fiber of this thread has at the moment: each block of a grid wants as many as the one before.
struct Stacks {
    std::vector<std::byte*> spare;

    std::byte* take() {
        if (!spare.empty()) {
            std::byte* stack = spare.back();
            spare.pop_back();
            return stack;
        }
        void* memory =
            mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        return static_cast<std::byte*>(memory);
    }
    ~Stacks() {
        for (std::byte* stack : spare) munmap(stack, kStackBytes);
    }
};
thread_local Stacks stacks;

}  // namespace

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)), stack_(stacks.take()) {
    getcontext(&inside_);
    inside_.uc_stack.ss_sp = stack_;
    inside_.uc_stack.ss_size = kStackBytes;
    inside_.uc_link = nullptr;
    const auto self = reinterpret_cast<uintptr_t>(this);
    makecontext(&inside_, reinterpret_cast<void (*)()>(&Fiber::enter), 2, static_cast<unsigned>(self >> 32),
                static_cast<unsigned>(self));
#ifdef TL_TSAN
    insideThread_ = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
#ifdef TL_TSAN
    __tsan_destroy_fiber(insideThread_);
#endif
#ifdef TL_ASAN
    // One that was left for good has frames on it. All of the stack would be most of what a grid takes.
    if (leftAt_) __asan_unpoison_memory_region(leftAt_, static_cast<size_t>(stack_ + kStackBytes - leftAt_));
#endif
    stacks.spare.push_back(stack_);
}

#if defined(TL_ASAN) || defined(TL_TSAN)
void Fiber::goIn() { swapcontext(&outside_, &inside_); }
void Fiber::goOut() { swapcontext(&inside_, &outside_); }
#else
// NOLINTBEGIN(cert-err52-cpp): both ends of a jump are here, and no frame is left that would have to be unwound
void Fiber::goIn() {
    if (_setjmp(outsideJump_) != 0) return;
    if (std::exchange(entered_, true)) _longjmp(insideJump_, 1);
    setcontext(&inside_);
}
void Fiber::goOut() {
    if (_setjmp(insideJump_) == 0) _longjmp(outsideJump_, 1);
}
// NOLINTEND(cert-err52-cpp)
#endif

void Fiber::resume() {
#ifdef TL_ASAN
    __sanitizer_start_switch_fiber(&outsideFake_, stack_, kStackBytes);
#endif
#ifdef TL_TSAN
    outsideThread_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(insideThread_, 0);
#endif
    goIn();
#ifdef TL_ASAN
    __sanitizer_finish_switch_fiber(outsideFake_, nullptr, nullptr);
#endif
}

void Fiber::leave() {
#ifdef TL_ASAN
    leftAt_ = static_cast<const std::byte*>(__builtin_frame_address(0)) - kLeaving;
#endif
    switchOut(false);
#ifdef TL_ASAN
    __sanitizer_finish_switch_fiber(insideFake_, &outsideStack_, &outsideSize_);
#endif
}

void Fiber::switchOut([[maybe_unused]] bool forGood) {
#ifdef TL_ASAN
    __sanitizer_start_switch_fiber(forGood ? nullptr : &insideFake_, outsideStack_, outsideSize_);
#endif
#ifdef TL_TSAN
    __tsan_switch_to_fiber(outsideThread_, 0);
#endif
    goOut();
}

void Fiber::enter(unsigned high, unsigned low) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): makecontext hands ints over and nothing else
    auto* self = reinterpret_cast<Fiber*>((uintptr_t{high} << 32) | low);
#ifdef TL_ASAN
    __sanitizer_finish_switch_fiber(nullptr, &self->outsideStack_, &self->outsideSize_);
#endif
    self->body_();
    self->ended_ = true;
    self->switchOut(true);
}

}  // namespace tl::cuda
