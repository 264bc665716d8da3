// What is offered at the start when a program before ended badly: its unsaved work, or the file, whichever is newer.
#pragma once

namespace tl {

class Document;
class Files;
class Notices;

// Looks in the background, and asks where there is something. All three must outlive what is asked.
void offerRecovery(Files& files, Document& document, Notices& notices);

}  // namespace tl
