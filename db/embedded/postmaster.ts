import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { open, readFile, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "../errors";
import { cleanEnvironment, type SystemUser, reasonIn, run } from "./system-user";

export type Postmaster = { pid: number; port: number };
type PidFile = Postmaster & { lines: string[]; isReady: boolean };

/** Recovery after a crash may take long. */
const startTimeoutMs = 120_000;
const pollInterval = 20;
/** A number that is larger than any process id. */
const unusedPid = 2_147_483_647;

/** Waits until the server is ready; returns null if none is running. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  for (const end = Date.now() + startTimeoutMs; Date.now() < end; await wait(pollInterval)) {
    const file = await readPidFile(cluster);
    if (!file) return null;
    if (!(await isPostmaster(file.pid, cluster))) return forgetPid(cluster, file);
    if (file.isReady) return file;
  }
  throw new StartError(`The PostgreSQL running in ${cluster} is not ready after two minutes; see postgres.log.`);
}

/** Returns null if another process was faster or took the port. Throws a StartError. */
export async function launchPostmaster(
  server: { program: string; cluster: string; logFile: string; parameters: Record<string, string> },
  systemUser: SystemUser,
): Promise<Postmaster | null> {
  const port = await findFreePort();
  const logStart = await sizeOf(server.logFile);
  const log = openSync(server.logFile, "a", 0o600);
  const child = spawn(server.program, postgresArguments(server.cluster, port, server.parameters), {
    cwd: "/",
    env: cleanEnvironment,
    stdio: ["ignore", log, log],
    detached: true,
    ...(systemUser && { uid: systemUser.uid, gid: systemUser.gid }),
  });
  closeSync(log);
  child.unref();
  const ended = new Promise<"ended">((resolve) =>
    child.once("error", () => resolve("ended")).once("exit", () => resolve("ended")),
  );
  for (const end = Date.now() + startTimeoutMs; Date.now() < end;) {
    if ((await Promise.race([ended, wait(pollInterval)])) === "ended") return explainEnd(server.logFile, logStart);
    const file = await readPidFile(server.cluster);
    if (file?.pid === child.pid && file?.isReady) return file;
  }
  throw new StartError(`PostgreSQL is still busy after two minutes; see ${server.logFile}, and start again later.`);
}

function postgresArguments(cluster: string, port: number, parameters: Record<string, string>): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    ...parameters,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", cluster, "-p", String(port), ...flags];
}

async function explainEnd(logFile: string, logStart: number): Promise<null> {
  const handle = await open(logFile);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, logStart);
  await handle.close();
  const output = buffer.toString("utf8", 0, bytesRead);
  const anotherTry = /lock file "postmaster.pid" already exists|could not bind|could not create any TCP\/IP sockets/;
  if (anotherTry.test(output)) return null;
  throw new StartError(`PostgreSQL didn't start: ${reasonIn(output) || "it ended at once"} (see ${logFile}).`);
}

/** Returns whether a process is the server of this cluster: another program may have its id by now. */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  const words = await commandOf(pid);
  const program = path.basename(words[0] ?? "");
  return program === "postgres" && words[words.indexOf("-D") + 1] === cluster;
}

async function commandOf(pid: number): Promise<string[]> {
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return line.split("\0");
  }
  const { output } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  const [, program = "", cluster = ""] = /^(.*?) -D (.*?) -p /.exec(output) ?? [];
  return [program, "-D", cluster];
}

/** Stops the server; after `patience` ms without a checkpoint, which loses nothing: it recovers at the next start. */
export async function stopPostmaster({ pid }: Postmaster, cluster: string, patience: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (!(await isPostmaster(pid, cluster)) || !sendSignal(pid, signal)) return;
    for (const end = Date.now() + patience; Date.now() < end; await wait(pollInterval)) {
      if (!(await isPostmaster(pid, cluster))) return;
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(pidFileOf(cluster), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartError(`${pidFileOf(cluster)} can't be read: ${error.message}`, { cause: error });
  });
  if (text === null) return null;
  const lines = text.split("\n");
  return { lines, pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
}

/** PostgreSQL refuses to start if another program has the stale id. */
async function forgetPid(cluster: string, file: PidFile): Promise<null> {
  await writeFile(pidFileOf(cluster), [unusedPid, ...file.lines.slice(1)].join("\n"), { flag: "r+" }).catch(
    () => undefined,
  );
  return null;
}

const pidFileOf = (cluster: string) => path.join(cluster, "postmaster.pid");

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0;

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
