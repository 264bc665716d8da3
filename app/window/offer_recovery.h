// What is offered at the start when programs before ended badly: all unsaved work, the newest first, each beside its
// file.
#pragma once

namespace tl {

class Document;
class Files;
class Notices;

// Looks in the background, and asks where there is something. All three must outlive what is asked. `opens`: the file
// of that work is opened meanwhile, unless something else was.
void offerRecovery(Files& files, Document& document, Notices& notices, bool opens = false);

}  // namespace tl
