// npm run test:attacks: runs known attacks against the built server. Fails when it ends, gives an unexpected answer,
// grows by over 400 MB or delays /healthz for over a second.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { attacks, findUnexpected } from "../tests/attacks/attacks.mjs";
import { watchHealth } from "../tests/bench/health.mjs";
import { memoryOf, startServer } from "../tests/bench/server-process.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();

const mostMemoryMb = 400;
const mostHealthMs = 1000;
const wanted = process.argv.slice(2);

await ensureBuilt();
const dataDir = await mkdtemp(path.join(tmpdir(), "breathroom-attacks-"));
await chmod(dataDir, 0o755); // PostgreSQL runs as another user when this is run by root
const settings = { MODE: "demo", DATA_DIR: dataDir, DATABASE_URL: "", PORT: "0", LOG_LEVEL: "silent" };
const server = await startServer(["build/index.js"], { env: { ...process.env, ...settings, NODE_ENV: "production" } });
let hasFailed = false;
try {
  print("attack", "answers", "seconds", "MB before", "MB peak", "healthz p50", "healthz max");
  for (const [name, [attack, expected]] of Object.entries(attacks)) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    await measure(name, attack, expected);
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = hasFailed ? 1 : 0;

async function measure(name, attack, expected) {
  // Connected before the attack, because the time to connect depends on the system.
  const health = await watchHealth(server.url);
  const before = memoryMb();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, memoryMb())), 50);
  const start = performance.now();
  const answers = [await attack(server.url)].flat();
  const seconds = (performance.now() - start) / 1000;
  clearInterval(sampling);
  const latencies = await health.stop();
  const longest = latencies.at(-1);
  const middle = latencies[Math.floor(latencies.length / 2)];
  const isBad = peak - before > mostMemoryMb || longest > mostHealthMs || Number.isNaN(peak);
  const wrong = findUnexpected(answers, expected);
  hasFailed ||= isBad || wrong.length > 0;
  const ms = (value) => `${Math.round(value)} ms`;
  print(name, tally(answers), seconds.toFixed(1), before, peak, ms(middle), `${ms(longest)}${isBad ? " !" : ""}`);
  if (wrong.length > 0) console.error(`Failed: ${name} is answered ${wrong.join(", ")}`);
}

function tally(answers) {
  const counts = new Map();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return [...counts].map(([answer, count]) => (count > 1 ? `${answer} x${count}` : answer)).join(", ");
}

function print(name, answers, ...figures) {
  console.log(name.padEnd(30), answers.padEnd(34), ...figures.map((figure) => String(figure).padStart(11)));
}

function memoryMb() {
  return Math.round(memoryOf(server.pid).now);
}
