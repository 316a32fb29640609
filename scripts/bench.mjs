// npm run bench: compares the built server with bare Node http that sends the same bytes, then measures each list over
// the large seed. Slow results are no failure.
import { randomInt, randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipBytes, load, startServer } from "../tests/bench/measure.mjs";
import { measurePages } from "../tests/bench/pages.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/run.mjs";

/** `npm run bench -- lists` measures only the lists. */
const parts = process.argv.length > 2 ? process.argv.slice(2) : ["load", "lists"];
const options = { seconds: Number(process.env.BENCH_SECONDS ?? 5), connections: 10 };

await ensureBuilt();
const dataDir = await mkdtemp(path.join(tmpdir(), "breathroom-bench-"));
await chmod(dataDir, 0o755); // PostgreSQL runs as another user when this is run by root
const demo = {
  MODE: "demo",
  DATA_DIR: dataDir,
  DATABASE_URL: "",
  PORT: "0",
  LOG_LEVEL: "error",
  NODE_ENV: "production",
  // Bookings are limited by address, so each request names its own.
  TRUST_PROXY: "loopback",
};
const env = { ...process.env, ...demo };
const app = await startServer(["build/index.js"], { env });
try {
  if (parts.includes("load")) {
    console.log(`${options.connections} connections, ${options.seconds} s each; in brackets: against bare Node http`);
    for (const target of await findTargets()) print(target, await compare(target));
  }
  if (parts.includes("lists")) {
    await run(process.execPath, ["scripts/command.mjs", "seed-large"], { env });
    await measurePages(app.url);
  }
} finally {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function findTargets() {
  const home = await (await fetch(app.url)).text();
  const ids = [...new Set([...home.matchAll(/\/sessions\/([0-9a-f-]{36})/g)].map(([, id]) => id))];
  const get = { method: "GET", headers: { "accept-encoding": "gzip" } };
  const pages = ["/", `/sessions/${ids[0]}`].map((address) => ({ ...get, path: address }));
  const formOf = async (id) => (await fetch(`${app.url}/sessions/${id}/book`)).text();
  const free = await firstMatching(ids, async (id) => {
    const form = await formOf(id);
    return form.includes('value="GBP:0"') && !/places? left/.test(form);
  });
  const [, healthVersion = ""] = /name="healthVersion"[^>]* value="(\d+)"/.exec(await formOf(free)) ?? [];
  return [...pages, bookingOf(free, healthVersion)];
}

async function firstMatching(ids, matches) {
  for (const id of ids) if (await matches(id)) return id;
  throw new Error("the demo has no free session to book");
}

function bookingOf(id, healthVersion) {
  return {
    method: "POST",
    path: `/sessions/${id}/book`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: () => {
      const visitor = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com" };
      return new URLSearchParams({ ...visitor, healthVersion, quote: "GBP:0", formKey: randomUUID() }).toString();
    },
    client: () => `10.${[0, 0, 0].map(() => randomInt(256)).join(".")}`,
  };
}

async function compare(target) {
  const { method, headers, body } = target;
  const answer = await fetch(app.url + target.path, { method, headers, body: body?.(), redirect: "manual" });
  const bytes = Buffer.from(await answer.arrayBuffer()).toString("base64");
  const input = JSON.stringify({ status: answer.status, body: bytes });
  const bare = await startServer(["tests/bench/bare-server.mjs"], { input });
  try {
    await load(app, target, { ...options, seconds: 1 });
    const [ours, theirs] = [await load(app, target, options), await load(bare, target, options)];
    return { ours, theirs, gzip: body ? null : await gzipBytes(app.url + target.path) };
  } finally {
    await bare.stop();
  }
}

function print({ method, path: address }, { ours, theirs, gzip }) {
  const show = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "-");
  const times = (a, b) => `${show(a / b, 1)} times`;
  console.log(`\n${method} ${address}`);
  console.log(`  requests/s   ${show(ours.perSecond, 0)} (${times(ours.perSecond, theirs.perSecond)})`);
  console.log(`  p50          ${show(ours.p50, 1)} ms (${times(ours.p50, theirs.p50)})`);
  console.log(`  p99          ${show(ours.p99, 1)} ms (${times(ours.p99, theirs.p99)})`);
  console.log(`  CPU/request  ${show(ours.cpuMs, 2)} ms (${times(ours.cpuMs, theirs.cpuMs)})`);
  if (gzip) console.log(`  gzip         ${gzip} bytes`);
  if (ours.failed) console.log(`  failed       ${ours.failed}`);
}
