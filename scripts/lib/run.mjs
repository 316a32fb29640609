import { spawn } from "node:child_process";

const signals = ["SIGINT", "SIGTERM"];

/** Passes signals on to the command, and exits after it if there was one. With `quiet`, returns the output. */
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

/** Prefers the npm that started this process. */
export function npm(args) {
  const cli = process.env.npm_execpath ?? "";
  return cli.endsWith("npm-cli.js") ? run(process.execPath, [cli, ...args]) : run("npm", args);
}
