import { spawn } from "node:child_process";

const signals = ["SIGINT", "SIGTERM"];

/**
 * Runs a command and returns its exit code and, with `quiet`, its output. Passes signals on to it, and exits after it
 * when there was one.
 */
export function run(command, args, { quiet = false, env = process.env, cwd, signal } = {}) {
  const child = spawn(command, args, { env, cwd, signal, stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit" });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  let told;
  const passOn = (name) => child.kill((told = name));
  for (const name of signals) process.on(name, passOn);
  return new Promise((resolve) => {
    const end = (code) => {
      for (const name of signals) process.off(name, passOn);
      if (told) process.exit(told === "SIGINT" ? 130 : 143);
      resolve({ code: code ?? 1, output });
    };
    child.on("error", (error) => {
      output += `${error.message}\n`;
      end(1);
    });
    child.on("close", end);
  });
}

/** Runs the npm that started this process, else the one in the path. */
export function npm(args) {
  const cli = process.env.npm_execpath ?? "";
  return cli.endsWith("npm-cli.js") ? run(process.execPath, [cli, ...args]) : run("npm", args);
}
