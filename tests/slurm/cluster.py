"""A Slurm of two nodes on this machine: munge, slurmctld and two slurmd, each in namespaces of its own, so that ranks of one
"node" share neither host name nor /dev/shm with those of the other, and talk over TCP. What was started here is stopped here.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

NODES = ("n1", "n2")
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "scontrol", "unshare")

# What keeps a daemon from waiting for a real cluster's time: a dead node is noticed after ten seconds, not five minutes.
CONFIGURATION = """
ClusterName=epochmill
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={root}/munge/munge.socket
StateSaveLocation={root}/state
SlurmdSpoolDir={root}/spool/%n
SlurmctldPidFile={root}/slurmctld.pid
SlurmdPidFile={root}/slurmd-%n.pid
SlurmctldLogFile={root}/log/slurmctld.log
SlurmdLogFile={root}/log/slurmd-%n.log
TmpFS={root}/tmp/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
SlurmctldTimeout=30
SlurmdTimeout=10
InactiveLimit=0
MinJobAge=3600
JobRequeue=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SlurmctldParameters=preempt_send_user_signal
NodeName=DEFAULT CPUs={cores} Sockets=1 CoresPerSocket={cores} ThreadsPerCore=1 RealMemory=1000 State=UNKNOWN
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={port1}
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={port2}
PartitionName=main Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP PriorityTier=10 PreemptMode=OFF
PartitionName=scavenge Nodes=n[1-2] MaxTime=INFINITE State=UP PriorityTier=1 PreemptMode=REQUEUE GraceTime=30
"""


def reason_to_skip():
    """Why there can be no Slurm here; none when there can be."""
    missing = [name for name in NEEDED if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if missing:
        return f"no {', '.join(missing)} here (Debian: slurm-wlm munge)"
    if os.geteuid() != 0:
        return "the daemons of a test cluster need root"
    if subprocess.run(["unshare", "--mount", "--uts", "true"], capture_output=True).returncode != 0:
        return "this machine does not allow `unshare --mount --uts`"
    return None


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_until(holds, seconds, what):
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not after {seconds} s")
        time.sleep(0.1)


class Cluster:
    """Slurm's commands find it by `environment`."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        for folder in ("munge", "state", "spool/n1", "spool/n2", "tmp/n1", "tmp/n2", "log"):
            (self.root / folder).mkdir(parents=True)
        host = subprocess.run(["hostname", "-s"], capture_output=True, text=True).stdout.strip()
        port, port1, port2 = free_ports(3)
        # Each node believes that this machine's cores are its own.
        (self.root / "slurm.conf").write_text(CONFIGURATION.format(host=host, root=self.root, port=port, port1=port1, port2=port2,
                                                                   cores=os.cpu_count()))
        self.environment = {**os.environ, "SLURM_CONF": str(self.root / "slurm.conf"),
                            "PATH": f"{os.environ['PATH']}:/usr/sbin"}
        for name in [name for name in self.environment if name.startswith(("SLURM_", "SBATCH_", "SRUN_")) and name != "SLURM_CONF"]:
            del self.environment[name]

    def start(self):
        munge = self.root / "munge"
        (munge / "munge.key").write_bytes(os.urandom(128))
        (munge / "munge.key").chmod(0o600)
        self.call("munged", f"--key-file={munge}/munge.key", f"--socket={munge}/munge.socket", f"--pid-file={munge}/munged.pid",
                  f"--seed-file={munge}/munged.seed", f"--log-file={munge}/munged.log")
        self.call("slurmctld", "-c")
        for node in NODES:
            self.start_node(node)
        wait_until(lambda: self.node_states() == ["idle", "idle"], 60, "both nodes idle")

    def start_node(self, node):
        # A node that boots has nothing left in its memory of what ran there.
        for folder in ("spool", "tmp"):
            shutil.rmtree(self.root / folder / node)
            (self.root / folder / node).mkdir()
        self.call("unshare", "--mount", "--uts", "--propagation", "private", "sh", "-c",
                  f"hostname {node} && mount -t tmpfs tmpfs /dev/shm && exec slurmd -N {node}")

    def kill_node(self, node):
        """As when its power goes: the daemon, its steps and their ranks die at once, and tell nobody."""
        for pid in self.members_of(node):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def members_of(self, node):
        """Every process in the namespaces of a node; a daemon that is gone has none."""
        pid_file = self.root / f"slurmd-{node}.pid"
        try:
            space = os.readlink(f"/proc/{int(pid_file.read_text())}/ns/uts")
        except (FileNotFoundError, ValueError):
            return []
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*/ns/uts"):
            try:
                if os.readlink(entry) == space:
                    found.append(int(entry.parts[2]))
            except OSError:
                pass
        return found

    def stop(self):
        for node in NODES:
            self.kill_node(node)
        for file in (self.root / "slurmctld.pid", self.root / "munge" / "munged.pid"):
            try:
                os.kill(int(file.read_text()), signal.SIGKILL)
            except (FileNotFoundError, ProcessLookupError, ValueError):
                pass

    def call(self, *words, check=True, cwd=None, **variables):
        """Standard output of one of Slurm's commands, or of a script that uses them."""
        done = subprocess.run([str(word) for word in words], env={**self.environment, **variables}, cwd=cwd, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        if check and done.returncode != 0:
            raise RuntimeError(f"{words}: exit {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def node_states(self):
        return self.call("sinfo", "-N", "-h", "-p", "main", "-o", "%t", check=False).split()

    def job(self, job):
        """What scontrol says of a job, by name."""
        text = self.call("scontrol", "show", "job", "-o", job)
        return dict(re.findall(r"(\w+)=(\S*)", text.splitlines()[0]))

    def state(self, job):
        return self.job(job)["JobState"]

    def wait_for_state(self, job, states, seconds=120):
        wait_until(lambda: self.state(job) in states, seconds, f"job {job} is {self.state(job)}, expected {states}")
        return self.state(job)

    def wait_for_end(self, job, seconds=180):
        """Its last state. A job that was queued again waits for two minutes on a real cluster, and not at all here."""
        deadline = time.monotonic() + seconds
        hurried = None
        while time.monotonic() < deadline:
            facts = self.job(job)
            state = facts["JobState"]
            if state in ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT"):
                return state
            if state == "PENDING" and facts["Reason"] == "BeginTime" and facts["Restarts"] != hurried:
                # Not at once: the nodes take a credential of the second in which they killed the job for the old one.
                self.call("scontrol", "update", f"jobid={job}", "StartTime=now+3", check=False)
                hurried = facts["Restarts"]
            time.sleep(0.2)
        raise TimeoutError(f"job {job} is {self.state(job)} after {seconds} s")
