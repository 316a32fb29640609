import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { nodeAdvice } from "@server/process/node-advice";
import { expect, vi } from "vitest";
import { queryDatabase, postgresPid, type ServerProcess, test } from "../../support/server-process";

/** A busy machine takes long to begin a database. */
const patiently = { timeout: 60_000, interval: 20 };

/** One data directory from its beginning on: starting in a new one takes a multiple of starting again. */
test(
  "starts once after a kill while it creates the database, completes the request in progress on SIGTERM, keeps data over a stop, a crash of PostgreSQL and kill -9, and refuses a second server",
  { timeout: 240_000 },
  async ({ launch, dataDir }) => {
    const killed = launch();
    await expect.poll(() => halfMadeIn(dataDir), patiently).not.toEqual([]);
    killed.signal("SIGKILL");
    await killed.ended;
    const { ready: first, address } = await startTwoAtOnce(launch);
    expect((await fetch(address)).status).toBe(200);
    expect(await halfMadeIn(dataDir)).toEqual([]);

    await queryDatabase(dataDir, "update live_sessions set title = 'Kept over a restart'");
    const { answer, complete } = await beginRequest(address);
    // The answer to another request shows that the server has read the first half of this one.
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: "ok" });
    first.signal("SIGTERM");
    await vi.waitUntil(() => isClosed(address), patiently);
    complete();
    const [{ statusCode, headers }] = await answer;
    expect(statusCode).toBe(400);
    expect(headers.connection).toBe("close");
    const { stdout, stderr, code } = await first.ended;
    // A busy machine says what took longer to stop.
    expect([code, stderr.replace(/^.+ took longer than \d+ s to stop; going on\.\n/gm, "")]).toEqual([0, ""]);
    expect(await postgresPid(dataDir)).toBeNull();
    expectBanner(stdout, address, dataDir);

    const second = launch();
    const again = await second.ready;
    expect(await (await fetch(again)).text()).toContain("Kept over a restart");
    const refused = await launch().ended;
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(`Another Breathroom is already running on this data directory (${dataDir}).\n`);
    expect(await (await fetch(`${again}/healthz`)).json()).toEqual({ status: "ok" });
    expect((await fetch(again)).status).toBe(200);

    await queryDatabase(dataDir, "update live_sessions set title = 'Kept over a crash'");
    process.kill((await postgresPid(dataDir))!, "SIGKILL");
    const crash = await second.ended;
    expect(crash.code).toBe(1);
    expect(crash.stdout).toContain("PostgreSQL has ended; start Breathroom again");

    const third = launch();
    expect(await (await fetch(await third.ready)).text()).toContain("Kept over a crash");
    const left = await postgresPid(dataDir);
    await queryDatabase(dataDir, "update live_sessions set title = 'Kept over a kill'");
    third.signal("SIGKILL");
    expect((await third.ended).signal).toBe("SIGKILL");

    // Stored files elsewhere: what is said of an old Node is said once, by the banner.
    const fourth = launch({ S3_REGION: "eu", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" });
    expect(await (await fetch(await fourth.ready)).text()).toContain("Kept over a kill");
    expect(await postgresPid(dataDir)).toBe(left);
    // As npm passes them on.
    fourth.signal("SIGINT");
    fourth.signal("SIGINT");
    const { stdout: output, ...lastEnd } = await fourth.ended;
    expect(lastEnd).toMatchObject({ code: 0, stderr: "" });
    expect(output.match(/^.*Node 24 is recommended.*$/gm) ?? []).toHaveLength(nodeAdvice(process.versions.node).length);
    expect(await postgresPid(dataDir)).toBeNull();
  },
);

/** Expects exactly one of two servers on one data directory to become ready. */
async function startTwoAtOnce(launch: () => ServerProcess): Promise<{ ready: ServerProcess; address: string }> {
  const both = [launch(), launch()] as const;
  const [one, other] = await Promise.allSettled([both[0].ready, both[1].ready]);
  const addresses = [one, other].flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(addresses).toHaveLength(1);
  const [ready, refused] = one.status === "fulfilled" ? both : ([both[1], both[0]] as const);
  expect((await refused.ended).stderr).toContain("already running on this data directory");
  return { ready, address: addresses[0]! };
}

/** Sends half of a request. */
async function beginRequest(address: string): Promise<{ answer: Promise<[IncomingMessage]>; complete: () => void }> {
  const posting = request(`${address}/webhooks/stripe`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Content-Length": 2 },
  });
  const answer = once(posting, "response") as Promise<[IncomingMessage]>;
  posting.write("{");
  const [socket] = (await once(posting, "socket")) as [Socket];
  if (socket.connecting) await once(socket, "connect");
  return { answer, complete: () => void posting.end("}") };
}

/** Expects the address once, and the demo accounts. */
function expectBanner(stdout: string, address: string, dataDir: string): void {
  expect(stdout.match(/^Breathroom is ready at/gm)).toHaveLength(1);
  for (const text of [dataDir, `${address}/dev/mailbox`, "admin@example.com", "member@example.com", "breathe-demo"]) {
    expect(stdout).toContain(text);
  }
}

test("leaves nothing running when stopped during the start", { timeout: 120_000 }, async ({ launch, dataDir }) => {
  const server = launch();
  await expect.poll(() => halfMadeIn(dataDir), patiently).not.toEqual([]);
  server.signal("SIGTERM");
  const { code, stderr } = await server.ended;
  expect([code, stderr.replaceAll(slowStop, "")]).toEqual([0, ""]);
  expect(await postgresPid(dataDir)).toBeNull();
});

/** What a busy machine makes the server say while it stops. */
const slowStop = /^The .* took longer than \d+ s to stop; going on\.\n/gm;

/** Returns the folders of databases that are being created. */
async function halfMadeIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names.filter((name) => name.startsWith("postgres.new-"));
}

const isClosed = (address: string) => fetch(address, { method: "HEAD" }).then(isAnswered, isRefused);
const isAnswered = () => false;
const isRefused = () => true;
