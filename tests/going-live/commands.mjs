// Runs the site's commands as a person does, and reads what they print.
import { spawn } from "node:child_process";
import { expect } from "./office.mjs";

/** What a person should never have to read. */
const unwanted = [
  [/^\{.*\}$/m, "a line of the log"],
  [/^ +at .*:\d+:\d+\)?$/m, "a stack trace"],
  [/\b(undefined|NaN|\[object \w+\])/, "a value that is missing"],
  [/Warning:/, "a warning of Node"],
];

/** Runs a command with lines on its standard input; returns what it prints and its exit code. */
export function runCommand([program, ...args], { cwd, env, lines = [] }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ output, code }));
    child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  });
}

/** Prints what a command said, for the reader of the test, and refuses what no person should read. */
export function readOutput(command, output) {
  console.log(`\n$ ${command}\n${output.trim().replaceAll(/^/gm, "  ")}`);
  for (const [pattern, what] of unwanted) expect(!pattern.test(output), `${command} prints no ${what}`);
}

/** Each finding has a name of its own, and none is a fault. */
export function readFindings(command, output) {
  const names = output.split("\n").flatMap((line) => /^(?:fine|look|WRONG) +(\S.*?) {2}/.exec(line)?.[1] ?? []);
  expect(names.length > 10, `${command} prints its findings`);
  expect(new Set(names).size === names.length, `${command} names each finding once (${names.join(", ")})`);
  expect(!output.includes("WRONG"), `${command} finds nothing wrong`);
}
