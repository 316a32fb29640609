import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import { createInterface } from "node:readline";
import autocannon from "autocannon";

/** Starts a Node process and waits until it prints its address. */
export async function startServer(args, { env = process.env, input = "" } = {}) {
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.stdin.end(input);
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise((resolve, reject) => {
    lines.on("line", (line) => /ready at (\S+)/.test(line) && resolve(/ready at (\S+)/.exec(line)[1]));
    void exited.then(() => reject(new Error(`${args.join(" ")} did not start`)));
  });
  return { url, pid: child.pid, stop: () => (child.kill("SIGTERM"), exited) };
}

/** Loads one address for so many seconds; `body` makes the body of each request, `client` the address it comes from. */
export async function load(server, { path, method, headers, body, client }, { seconds, connections }) {
  const before = cpuSeconds(server.pid);
  const from = () => ({ ...headers, ...(client && { "x-forwarded-for": client() }) });
  const setupRequest = (request) => ({ ...request, headers: from(), body: body() });
  const each = { method, path, headers, ...(body && { setupRequest }) };
  const result = await autocannon({ url: server.url, connections, duration: seconds, requests: [each] });
  const answered = result["2xx"] + result["3xx"];
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: ((cpuSeconds(server.pid) - before) * 1000) / Math.max(1, answered),
    failed: result["4xx"] + result["5xx"] + result.errors,
  };
}

/** Returns a process's user and system time; NaN except on Linux. */
function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** Returns a page's compressed size. */
export function gzipBytes(url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => (bytes += chunk.length));
      response.on("end", () => resolve(bytes));
    });
    request.on("error", reject);
  });
}
