"""How a program is started on some of the nodes: by srun in a job, by mpirun on this machine."""

import os
import shutil
import signal
import subprocess


class Failed(Exception):
    """A command ended with an exit code other than 0."""

    def __init__(self, command, code, output):
        super().__init__("exit {}: {}".format(code, " ".join(command)))
        self.code = code
        self.output = output


def cores_here():
    """Cores that this process may use; of a core's hardware threads one counts."""
    cores = set()
    for cpu in os.sched_getaffinity(0):
        topology = "/sys/devices/system/cpu/cpu{}/topology/".format(cpu)
        try:
            with open(topology + "physical_package_id") as package, open(topology + "core_id") as core:
                cores.add((package.read().strip(), core.read().strip()))
        except FileNotFoundError:
            cores.add(cpu)
    return len(cores)


class Srun:
    name = "srun"

    def __init__(self, nodes, cores_of_a_node, mpi):
        self.nodes = nodes
        self.cores_of_a_node = cores_of_a_node
        self.mpi = mpi

    def refusal(self, nodes, ranks, threads):
        """Why this cannot be run; none when it can."""
        if ranks * threads > self.cores_of_a_node:
            return "layout {}x{} wants {} cores of a node, of which the site's file gives {}: SITE_RANKS_PER_NODE x " \
                   "SITE_THREADS_PER_RANK should be the largest layout".format(ranks, threads, ranks * threads, self.cores_of_a_node)
        if self.nodes and nodes > self.nodes:
            return "{} nodes are wanted, and the job has {}".format(nodes, self.nodes)
        return None

    def _command(self, nodes, ranks, threads, mpi):
        return ["srun", "--cpu-bind=cores", "--mpi=" + mpi, "--nodes={}".format(nodes), "--ntasks={}".format(nodes * ranks),
                "--ntasks-per-node={}".format(ranks), "--cpus-per-task={}".format(threads)]

    def ranks(self, nodes, ranks, threads):
        """(command, environment) before the program's own words: `ranks` of a node, each with `threads` cores."""
        # OMP_PLACES and OMP_PROC_BIND are the job's (jobs/job.sh); the cores of a rank are this layout's.
        return self._command(nodes, ranks, threads, self.mpi), dict(os.environ, SRUN_CPUS_PER_TASK=str(threads))

    def one_a_node(self, nodes):
        return self._command(nodes, 1, 1, "none"), dict(os.environ, SRUN_CPUS_PER_TASK="1")


class Mpirun:
    name = "mpirun"

    def __init__(self):
        self.cores_of_a_node = cores_here()

    def refusal(self, nodes, ranks, threads):
        return None

    def ranks(self, nodes, ranks, threads):
        environment = dict(os.environ)
        if nodes * ranks * threads <= self.cores_of_a_node:
            binding = ["--map-by", "slot:PE={}".format(threads), "--bind-to", "core"]
        else:
            # Ranks share cores: with places, the first thread of each would be bound to the first one.
            binding = ["--oversubscribe", "--bind-to", "none"]
            for name in ("OMP_PLACES", "OMP_PROC_BIND"):
                environment.pop(name, None)
        return ["mpirun"] + binding + ["-n", str(nodes * ranks)], environment

    def one_a_node(self, nodes):
        return ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(nodes)], dict(os.environ)


def of_site(facts):
    if facts["SITE_LAUNCHER"] == "mpirun":
        return Mpirun()
    cores = int(facts["SITE_RANKS_PER_NODE"]) * int(facts["SITE_THREADS_PER_RANK"])
    return Srun(int(facts.get("SLURM_JOB_NUM_NODES", 0)), cores, facts["SITE_MPI"])


def run(start, words):
    """What the command printed; throws Failed. However this process ends, the command does not outlive it."""
    command, environment = start[0] + [str(word) for word in words], start[1]
    if shutil.which(command[0]) is None:
        raise Failed(command, 64, "there is no {} here: load the modules that the program was built with".format(command[0]))
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               universal_newlines=True, errors="replace")
    try:
        output, _ = process.communicate()
    except BaseException:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
        raise
    if process.returncode != 0:
        code = process.returncode if process.returncode > 0 else 128 - process.returncode
        raise Failed(command, code, output)
    return output
