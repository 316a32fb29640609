import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Ffmpeg } from "../../platform/media/find-ffmpeg";

type ProgramRun = {
  args: string[];
  /** Ends the program at once. */
  signal: AbortSignal;
  deadlineMs: number;
  /** Gets each line of standard output, which is not kept then. */
  onLine?: (line: string) => void;
};

/** A program that ended with an error. `endedBy` is the signal that has ended it. */
export class ProgramError extends Error {
  override name = "ProgramError";

  constructor(
    program: string,
    readonly endedBy: NodeJS.Signals | null,
    readonly stderr: string,
  ) {
    super(`${program} ended ${endedBy ? `by ${endedBy}` : "with an error"}: ${stderr.slice(-500).trim()}`);
  }
}

export class ProgramLateError extends Error {
  override name = "ProgramLateError";
}

/** Neither what is probed nor what goes wrong takes more. */
const mostKept = 1024 * 1024;
const stderrKept = 64 * 1024;

/** The pages of the site come first. */
const niceness = "15";

/**
 * Runs ffmpeg or ffprobe without a shell, behind all other work of the machine, with nothing of this process but the
 * search path. It ends with `signal`, the deadline or, where the system allows, this process. Throws a ProgramError, a
 * ProgramLateError or the signal's reason.
 */
export async function runProgram(
  programs: Ffmpeg,
  name: "ffmpeg" | "ffprobe",
  { args, signal, deadlineMs, onLine }: ProgramRun,
): Promise<{ stdout: string; stderr: string }> {
  signal.throwIfAborted();
  const [command, ...before] = [...(await endingWithParent(programs)), "nice", "-n", niceness, programs[name]];
  signal.throwIfAborted();
  const child = spawn(command, [...before, ...args], {
    // Its own group, so that what a terminal sends to the site does not reach it first.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: environmentOf(programs),
  });
  let isLate = false;
  const kill = () => killGroup(child.pid);
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, deadlineMs);
  signal.addEventListener("abort", kill, { once: true });
  let stdout = "";
  let stderr = "";
  const keep = (text: string) => {
    stdout += text;
    if (stdout.length > mostKept) kill();
  };
  if (onLine) createInterface({ input: child.stdout }).on("line", onLine);
  else child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-stderrKept)));
  try {
    const ended = await new Promise<{ code: number | null; endedBy: NodeJS.Signals | null }>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, endedBy) => resolve({ code, endedBy }));
    });
    signal.throwIfAborted();
    if (isLate) throw new ProgramLateError(`${name} took longer than ${Math.round(deadlineMs / 1000)} s`);
    if (ended.code !== 0) throw new ProgramError(name, ended.endedBy, stderr);
    return { stdout, stderr };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
  }
}

/** Keys and passwords of the site are no business of these programs. */
const environmentOf = ({ searchPath }: Ffmpeg) => ({ PATH: searchPath, LC_ALL: "C", NODE_ENV: "production" as const });

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const endWithParent = ["setpriv", "--pdeathsig", "KILL"];
/** Without it, each start of a program would try another one first. */
let canEndWithParent: Promise<boolean> | undefined;

/** Returns what ends a program with this process, even if it is killed; empty on systems without it. */
async function endingWithParent(programs: Ffmpeg): Promise<string[]> {
  canEndWithParent ??= new Promise((resolve) => {
    const [command, ...args] = [...endWithParent, "true"];
    const trial = spawn(command, args, { stdio: "ignore", env: environmentOf(programs) });
    trial.once("error", () => resolve(false));
    trial.once("close", (code) => resolve(code === 0));
  });
  return (await canEndWithParent) ? endWithParent : [];
}

/** Returns what every call says before its input: only local files, of this format, of a size that can be decoded. */
export const inputArguments = ({ path, demuxer }: { path: string; demuxer: string }): string[] => [
  ...["-protocol_whitelist", "file", "-f", demuxer, "-max_pixels", String(maxPixels)],
  ...["-i", `file:${path}`],
];

/** More than 8K. */
export const maxPixels = 36_000_000;

/** No block of memory is larger, whatever a file says of itself. */
export const memoryArguments = ["-max_alloc", String(512 * 1024 * 1024)];
