// tensorloom-workbench: makes the application and its window; see window/ for what it composes.
#include "app/window/workbench_main.h"

int main(int argc, char** argv) { return tl::workbenchMain(argc, argv); }
