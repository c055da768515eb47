#include "cli/cli.hpp"

int main(int argc, char** argv) { return epochmill::cli::run(argc, argv); }
