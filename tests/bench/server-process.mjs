import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

/** Starts a Node process and waits until it prints its address. */
export async function startServer(args, { env = process.env, cwd } = {}) {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.on("line", (line) => /ready at (\S+)/.test(line) && resolve(/ready at (\S+)/.exec(line)[1]));
    void exited.then(() => reject(new Error(`${args.join(" ")} did not start`)));
  });
  return { url, pid: child.pid, stop: () => (child.kill("SIGTERM"), exited) };
}

/** Returns a port of this machine that is free now. */
export function findPort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until another program's server answers. Throws, and ends it, after ten seconds; `log` tells why. */
export async function untilUp(child, url, log) {
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  for (const end = performance.now() + 10_000; !(await isUp()); await wait(50)) {
    if (child.exitCode === null && performance.now() < end) continue;
    child.kill();
    throw new Error(`${child.spawnfile} did not start: ${log}`);
  }
}

/** Returns the user and system time of a server and its worker processes; NaN except on Linux. */
export function cpuSeconds(pid) {
  return sum(processesOf(pid).map(processSeconds));
}

function processSeconds(pid) {
  const fields = readProc(`${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const isPostgres = (pid) => readProc(`${pid}/comm`).startsWith("postgres");

/** Returns the user and system time of the connections to a database of this machine. */
export async function databaseSeconds(db) {
  const { rows } = await db.query("select pid from pg_stat_activity where datname = current_database()");
  return sum(rows.filter(({ pid }) => isPostgres(pid)).map(({ pid }) => processSeconds(pid)));
}

/** Returns the resident memory of a server and its worker processes in MB, and the highest that it has been. */
export function memoryOf(pid) {
  const statuses = processesOf(pid).map((folder) => readProc(`${folder}/status`));
  const megabytes = (field) => sum(statuses.map((status) => Number(field.exec(status)?.[1]) / 1024));
  return { now: megabytes(/VmRSS:\s+(\d+)/), peak: megabytes(/VmHWM:\s+(\d+)/) };
}

/** Waits until a server has completed its background work: less than 5 % of a core is used. */
export async function settle(pid) {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    const before = cpuSeconds(pid);
    await wait(400);
    if (!(cpuSeconds(pid) - before > 0.02)) return;
  }
}

/** The embedded PostgreSQL may be a child; its time is not the server's. */
function processesOf(pid) {
  const threads = listProc(`${pid}/task`);
  const children = threads.flatMap((thread) => readProc(`${pid}/task/${thread}/children`).split(" ").filter(Boolean));
  return [pid, ...children.filter((child) => !isPostgres(child)).flatMap((child) => processesOf(child))];
}

function readProc(file) {
  try {
    return readFileSync(`/proc/${file}`, "utf8");
  } catch {
    return "";
  }
}

function listProc(folder) {
  try {
    return readdirSync(`/proc/${folder}`);
  } catch {
    return [];
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
