// The commands, one a file. Each add_* puts a subcommand into `app`, whose callback does the work
// and throws Error, or ExitWith when it has said all that there is to say.
#pragma once

namespace CLI {
class App;
}

namespace epochmill::cli {

struct ExitWith {
  int code = 0;
};

void add_plan_command(CLI::App& app);
void add_check_command(CLI::App& app);
void add_run_command(CLI::App& app);
void add_verify_command(CLI::App& app);
void add_prune_command(CLI::App& app);
void add_replay_command(CLI::App& app);
void add_show_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_draw_command(CLI::App& app);
void add_describe_command(CLI::App& app);
void add_make_demo_command(CLI::App& app);

}  // namespace epochmill::cli
