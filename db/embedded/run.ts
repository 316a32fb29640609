import { spawn } from "node:child_process";

/** The system user that a program runs as; none is the user of this process. */
export type Owner = { uid: number; gid: number; name: string } | undefined;

/** What PostgreSQL's programs get of the environment: nothing of ours, and messages in English. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  NODE_ENV: "production",
};

/**
 * Runs a program to its end, as `owner`, and answers what it printed. A program that can't be run at all answers
 * code -1 with the reason. In a process group of its own, so that Ctrl-C in a terminal doesn't cut it short.
 */
export function run(command: string, args: string[], owner?: Owner): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: "/",
      env: cleanEnvironment,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      ...(owner && { uid: owner.uid, gid: owner.gid }),
    });
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => resolve({ code: -1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? -1, output }));
  });
}

/** The last line with something on it. */
export function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.trim() ?? "";
}

/** The line of PostgreSQL's output that says why it failed. */
export function reasonIn(output: string): string {
  return /(?:FATAL|PANIC|error): +(.*)/.exec(output)?.[1]?.trim() ?? lastLine(output);
}
