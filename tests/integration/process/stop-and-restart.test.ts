import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { expect, vi } from "vitest";
import { queryDatabase, preparedTest, postgresPid, test } from "../../support/server-process";

const patiently = { timeout: 30_000, interval: 20 };

preparedTest(
  "stops with code 0 on SIGTERM, PostgreSQL included, and keeps the data for the next start",
  async ({ launch, dataDir }) => {
    const first = launch();
    await first.ready;
    await queryDatabase(dataDir, "update live_sessions set title = 'Kept over a restart'");
    first.signal("SIGTERM");
    expect(await first.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await postgresPid(dataDir)).toBeNull();

    const second = launch();
    const page = await fetch(await second.ready);
    expect(await page.text()).toContain("Kept over a restart");
  },
);

preparedTest("stops in order once on two SIGINTs, as npm passes them on", async ({ launch, dataDir }) => {
  const server = launch();
  await server.ready;
  server.signal("SIGINT");
  server.signal("SIGINT");
  expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
  expect(await postgresPid(dataDir)).toBeNull();
});

preparedTest("completes the request in progress before it stops", async ({ launch }) => {
  const server = launch();
  const address = await server.ready;
  const posting = request(`${address}/webhooks/stripe`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Content-Length": 2 },
  });
  const answer = once(posting, "response") as Promise<[IncomingMessage]>;
  posting.write("{");
  const [socket] = (await once(posting, "socket")) as [Socket];
  if (socket.connecting) await once(socket, "connect");
  // The answer to another request shows that the server has read the first half of this one.
  await fetch(`${address}/healthz`);
  server.signal("SIGTERM");
  await vi.waitUntil(() => isClosed(address), patiently);
  posting.end("}");
  const [{ statusCode, headers }] = await answer;
  expect(statusCode).toBe(400);
  expect(headers.connection).toBe("close");
  expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
});

preparedTest("prints its address and the demo accounts", async ({ launch, dataDir }) => {
  const server = launch();
  const address = await server.ready;
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: "ok" });
  server.signal("SIGTERM");
  const { stdout } = await server.ended;
  expect(stdout.match(/^Breathroom is ready at/gm)).toHaveLength(1);
  for (const text of [dataDir, `${address}/dev/mailbox`, "admin@example.com", "member@example.com", "breathe-demo"]) {
    expect(stdout).toContain(text);
  }
});

preparedTest("takes over PostgreSQL and its data at the next start after kill -9", async ({ launch, dataDir }) => {
  const first = launch();
  await first.ready;
  const left = await postgresPid(dataDir);
  await queryDatabase(dataDir, "update live_sessions set title = 'Kept over a kill'");
  first.signal("SIGKILL");
  expect((await first.ended).signal).toBe("SIGKILL");

  const second = launch();
  const page = await fetch(await second.ready);
  expect(await page.text()).toContain("Kept over a kill");
  expect(await postgresPid(dataDir)).toBe(left);
  second.signal("SIGTERM");
  expect(await second.ended).toMatchObject({ code: 0 });
  expect(await postgresPid(dataDir)).toBeNull();
});

test("creates a complete database at the next start when killed while creating the first", async ({
  launch,
  dataDir,
}) => {
  const first = launch();
  await vi.waitUntil(async () => (await readdir(dataDir).catch(() => [])).some(isHalfMade), patiently);
  first.signal("SIGKILL");
  await first.ended;

  const second = launch();
  expect((await fetch(await second.ready)).status).toBe(200);
  expect((await readdir(dataDir)).filter(isHalfMade)).toEqual([]);
});

test("leaves nothing running when stopped during the start", async ({ launch, dataDir }) => {
  const server = launch();
  await vi.waitUntil(async () => (await readdir(dataDir).catch(() => [])).some(isHalfMade), patiently);
  server.signal("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
  expect(await postgresPid(dataDir)).toBeNull();
});

preparedTest(
  "ends with a reason when PostgreSQL dies, and keeps the data for the next start",
  async ({ launch, dataDir }) => {
    const first = launch();
    await first.ready;
    await queryDatabase(dataDir, "update live_sessions set title = 'Kept over a crash'");
    process.kill((await postgresPid(dataDir))!, "SIGKILL");
    const { code, stdout } = await first.ended;
    expect(code).toBe(1);
    expect(stdout).toContain("PostgreSQL has ended; start Breathroom again");

    const second = launch();
    expect(await (await fetch(await second.ready)).text()).toContain("Kept over a crash");
  },
);

preparedTest(
  "refuses a second server on the same data directory without harming the first",
  async ({ launch, dataDir }) => {
    const first = launch();
    const address = await first.ready;
    const { code, stdout, stderr } = await launch().ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(`Another Breathroom is already running on this data directory (${dataDir}).\n`);
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: "ok" });
    expect((await fetch(address)).status).toBe(200);
  },
);

test("makes exactly one of two servers ready that start at once on an empty data directory", async ({ launch }) => {
  const both = [launch(), launch()];
  const outcomes = await Promise.allSettled(both.map(({ ready }) => ready));
  const addresses = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(addresses).toHaveLength(1);
  const loser = both[outcomes.findIndex(({ status }) => status === "rejected")];
  expect((await loser!.ended).stderr).toContain("already running on this data directory");
  expect((await fetch(addresses[0]!)).status).toBe(200);
});

const isHalfMade = (name: string) => name.startsWith("postgres.new-");

const isClosed = (address: string) => fetch(address, { method: "HEAD" }).then(isAnswered, isRefused);
const isAnswered = () => false;
const isRefused = () => true;
