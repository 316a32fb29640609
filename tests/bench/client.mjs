import { execFileSync } from "node:child_process";
import http from "node:http";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { run } from "../../scripts/lib/run.mjs";

const networks = 250;
const script = fileURLToPath(new URL("wrk.lua", import.meta.url));

/** Wrk takes less of the processor that it shares with the server. */
export const hasWrk = canRun("wrk", ["-v"]);

/** Loads one address for so many seconds. Returns the answers, their number a second, and latencies in ms. */
export async function load(url, { headers = {}, seconds, connections = 8 }) {
  const result = await (hasWrk ? loadWithWrk : loadWithAutocannon)(url, { headers, seconds, connections });
  if (result.failed > 0) console.error(`${result.failed} requests of ${url} failed`);
  return { ...result, perSecond: result.answered / result.seconds };
}

/** Unlike fetch, leaves the body compressed. */
export function fetchRaw(url, headers) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    request.on("error", reject);
  });
}

/** Sends requests until the code that answers them has been compiled. Gives up after five seconds for each 200. */
export async function warmUp(url, { headers, requests = 200 }) {
  for (let answered = 0, tries = 0; answered < requests && tries < requests / 40; tries++) {
    answered += (await load(url, { headers, seconds: 1 })).answered;
  }
}

async function loadWithWrk(url, { headers, seconds, connections }) {
  const named = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", ...named, "-s", script, url];
  const { output } = await run("wrk", args, { quiet: true });
  const [, result] = /^RESULT (.*)$/m.exec(output) ?? [];
  if (!result) throw new Error(`wrk failed: ${output}`);
  return JSON.parse(result);
}

async function loadWithAutocannon(url, { headers, seconds, connections }) {
  const { origin, pathname, search } = new URL(url);
  const requests = Array.from({ length: networks }, (_, nth) => ({
    path: pathname + search,
    headers: { ...headers, "x-forwarded-for": `10.${nth}.1.1` },
  }));
  const result = await autocannon({ url: origin, connections, duration: seconds, requests });
  const answered = result["2xx"] + result["3xx"];
  const failed = result["4xx"] + result["5xx"] + result.errors;
  return { answered, failed, seconds: result.duration, p50: result.latency.p50, p99: result.latency.p99 };
}

export function canRun(program, args) {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch (error) {
    // Wrk reports its version with an exit code of 1.
    return error.code !== "ENOENT";
  }
}
