import { spawn } from "node:child_process";
import { setPriority } from "node:os";

const signals = ["SIGINT", "SIGTERM"];

/**
 * Runs a command. Passes signals on to it, and exits with it after a signal. With `quiet`, returns its output.
 * `priority` is its nice value, from 0 to 19.
 */
export function run(command, args, { quiet = false, env = process.env, cwd, signal, priority = 0 } = {}) {
  const child = spawn(command, args, { env, cwd, signal, stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit" });
  if (priority > 0 && child.pid) setPriority(child.pid, priority);
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  let passedOn;
  const passOn = (name) => child.kill((passedOn = name));
  for (const name of signals) process.on(name, passOn);
  return new Promise((resolve) => {
    const end = (code) => {
      for (const name of signals) process.off(name, passOn);
      if (passedOn) process.exit(passedOn === "SIGINT" ? 130 : 143);
      resolve({ code: code ?? 1, output });
    };
    child.on("error", (error) => {
      output += `${error.message}\n`;
      end(1);
    });
    child.on("close", end);
  });
}

/** Prefers the npm that started this process. */
export function npm(args) {
  const cli = process.env.npm_execpath ?? "";
  return cli.endsWith("npm-cli.js") ? run(process.execPath, [cli, ...args]) : run("npm", args);
}

/** Returns how long ago `start` was, as in "1.5 s". */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
