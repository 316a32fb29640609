// npm run test:load: mixed traffic at twice the comfortable rate for LOAD_MINUTES (10). Fails on a 5xx other than 503
// with Retry-After, no 200 at all, growing memory, too many database connections, or a /healthz p99 over a second.
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { watchHealth } from "../tests/bench/health.mjs";
import { memoryOf, startServer } from "../tests/bench/server-process.mjs";
import { judge } from "../tests/load/verdict.mjs";
import { findVisits, visitorAt } from "../tests/load/visits.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { requireSystem } from "./lib/require-system.mjs";

requireSystem();

const minutes = Number(process.env.LOAD_MINUTES ?? 10);
/** A comfortable load: each visitor waits for every answer. */
const comfortableVisitors = 4;
const comfortSeconds = 20;

await ensureBuilt();
const dataDir = await mkdtemp(path.join(tmpdir(), "breathroom-load-"));
await chmod(dataDir, 0o755); // PostgreSQL runs as another user when this is run by root
const settings = { MODE: "demo", DATA_DIR: dataDir, DATABASE_URL: "", PORT: "0", LOG_LEVEL: "silent" };
const env = { ...process.env, ...settings, NODE_ENV: "production", TRUST_PROXY: "loopback" };
const server = await startServer(["build/index.js"], { env });
try {
  const visits = await findVisits(server.url);
  const rate = await comfortableRate(visits);
  console.log(`comfortable: ${rate.toFixed(0)} visits a second by ${comfortableVisitors} visitors`);
  const result = await loadWith(visits, 2 * rate);
  process.exitCode = report(result) ? 0 : 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function comfortableRate(visits) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: comfortableVisitors });
  const end = performance.now() + comfortSeconds * 1000;
  let done = 0;
  const stay = async () => {
    while (performance.now() < end) {
      await pick(visits)(visitorAt(server.url, agent, () => undefined));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: comfortableVisitors }, stay));
  agent.destroy();
  return done / comfortSeconds;
}

/** Starts `perSecond` visits a second without waiting for earlier ones. */
async function loadWith(visits, perSecond) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 400 });
  const health = await watchHealth(server.url);
  const answers = new Map();
  const memory = [];
  const connections = [];
  const underWay = new Set();
  const tell = ({ status, retryAfter }) => {
    const key = status === 503 && !retryAfter ? "503 without Retry-After" : String(status);
    answers.set(key, (answers.get(key) ?? 0) + 1);
  };
  let begun = 0;
  const start = performance.now();
  for (let second = 0; second < minutes * 60; second++) {
    const due = Math.round((second + 1) * perSecond) - begun;
    for (let nth = 0; nth < due; nth++) {
      begun += 1;
      const visit = pick(visits)(visitorAt(server.url, agent, tell)).finally(() => underWay.delete(visit));
      underWay.add(visit);
      if (nth % 10 === 9) await wait(1);
    }
    memory.push(memoryMb());
    connections.push(await databaseConnections());
    await wait(Math.max(0, start + (second + 1) * 1000 - performance.now()));
  }
  await Promise.all(underWay);
  agent.destroy();
  return { answers, memory, connections, health: await health.stop(), begun };
}

/** Counts the postmaster's children that name a client's address. */
async function databaseConnections() {
  const [pid] = (await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const names = await Promise.all(
    children
      .trim()
      .split(" ")
      .map((child) => readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "")),
  );
  return names.filter((name) => name.includes("127.0.0.1(")).length;
}

function report({ begun, ...result }) {
  const { answers, memory, health } = result;
  const { early, late, most, p99, problems } = judge(result);
  const tally = [...answers].sort().map(([key, count]) => `${key}: ${count}`);
  console.log(`${begun} visits in ${minutes} minutes; answers ${tally.join(", ")}`);
  console.log(`memory: ${early} MB after warm-up, ${late} MB at the end, ${Math.max(...memory)} MB at the most`);
  console.log(`database connections: ${most} at the most`);
  console.log(`healthz: p50 ${Math.round(health[Math.floor(health.length / 2)])} ms, p99 ${Math.round(p99)} ms`);
  for (const problem of problems) console.error(`Failed: ${problem}`);
  return problems.length === 0;
}

function pick(visits) {
  return visits[Math.floor(Math.random() * visits.length)];
}

function memoryMb() {
  return Math.round(memoryOf(server.pid).now);
}
