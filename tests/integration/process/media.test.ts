import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { get, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { Database } from "@db/client";
import { createDiskStorage } from "@server/platform/media/storage";
import { expect } from "vitest";
import { PlainBrowser } from "../../support/browser-without-javascript";
import { startBuiltServer, type BuiltServer } from "../../support/built-server";
import { anAccount, password } from "../../support/accounts";
import { test as databaseTest } from "../../support/database";
import { aFile, aRecordingWithFiles } from "../../support/media";

const mb = 1024 * 1024;

/** Starts processes of the built server on one database and one folder. */
const test = databaseTest
  .extend("dataDir", async ({ task: _task }, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-media-"));
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend("launch", async ({ dataDir, db, databaseUrl }, { onCleanup }) => {
    await anAccount(db, { email: "admin@example.com", role: "admin" });
    await anAccount(db, { email: "member@example.com" });
    const servers: BuiltServer[] = [];
    onCleanup(async () => {
      for (const server of servers) await server.stop();
    });
    return async (settings: Record<string, string> = {}) => {
      const server = await startBuiltServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings });
      servers.push(server);
      return server;
    };
  });

async function signedIn(site: string, email: string): Promise<Record<string, string>> {
  const browser = new PlainBrowser(site);
  const door = await browser.open("/sign-in");
  await browser.submit(door, { email, password }, "form:has([name=password])");
  return browser.headers;
}

test("keeps all acknowledged bytes of an upload when killed", async ({ launch, dataDir }) => {
  const header = (await readFile("dev/seed/media/held.webm")).subarray(0, 64);
  const content = Buffer.concat([header, randomBytes(9 * mb)]);
  let server = await launch();
  let site = server.url;
  const admin = { ...(await signedIn(site, "admin@example.com")), "Tus-Resumable": "1.0.0" };
  const headersTo = (origin: string) => ({ ...admin, Origin: origin });
  const begun = await fetch(`${site}/api/uploads`, {
    method: "POST",
    headers: {
      ...headersTo(site),
      "Upload-Length": String(content.length),
      "Upload-Metadata": `kind ${btoa("video")}`,
    },
  });
  const address = begun.headers.get("Location")!;
  const id = address.split("/").at(-1)!;
  const offset = async () => {
    const head = await fetch(site + address, { method: "HEAD", headers: headersTo(site) });
    return Number(head.headers.get("Upload-Offset"));
  };
  const append = (from: number, length: number) =>
    httpRequest(site + address, {
      method: "PATCH",
      headers: {
        ...headersTo(site),
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": from,
        "Content-Length": length,
      },
    }).on("error", () => undefined);

  let acknowledged = 0;
  for (let kill = 0; kill < 2; kill++) {
    const whole = append(acknowledged, mb);
    const [answer] = (await answerTo(whole, content.subarray(acknowledged, acknowledged + mb))) as [IncomingMessage];
    acknowledged = Number(answer.headers["upload-offset"]);
    expect(answer.statusCode).toBe(204);
    const half = append(acknowledged, 2 * mb);
    half.write(content.subarray(acknowledged, acknowledged + mb));
    await expect.poll(offset).toBeGreaterThan(acknowledged);
    process.kill(server.pid, "SIGKILL");
    server = await launch();
    site = server.url;
    const kept = await offset();
    expect(kept).toBeGreaterThanOrEqual(acknowledged);
    acknowledged = kept;
  }
  const rest = append(acknowledged, content.length - acknowledged);
  const [last] = (await answerTo(rest, content.subarray(acknowledged))) as [IncomingMessage];
  expect(last.statusCode).toBe(204);

  expect(content.equals(await readFile(path.join(dataDir, "media", "video", `${id}.webm`)))).toBe(true);
});

async function answerTo(request: ClientRequest, content: Buffer): Promise<unknown[]> {
  const answer = once(request, "response");
  request.end(content);
  return answer;
}

test("serves fifty simultaneous viewers in less than 100 MB", async ({ launch, dataDir, db }) => {
  const server = await launch({ TRUST_PROXY: "loopback" });
  const member = await signedIn(server.url, "member@example.com");
  const address = `${server.url}/media/recordings/${await aLargeRecording(db, dataDir, 32 * mb)}/video`;
  await watch(address, member, 32 * mb);
  const idle = await residentBytes(server.pid);

  let most = 0;
  let isOver = false;
  const measuring = (async () => {
    for (; !isOver; await wait(100)) most = Math.max(most, await residentBytes(server.pid));
  })();
  const watchFrom = (nth: number) => watch(address, { ...member, "X-Forwarded-For": `10.0.0.${nth}` }, 8 * mb);
  const clients = await Promise.all(Array.from({ length: 50 }, (_, nth) => watchFrom(nth)));
  // All connections are open and none reads, so the server buffers as much as it ever will.
  most = Math.max(most, await residentBytes(server.pid));
  isOver = true;
  await measuring;
  for (const client of clients) client.destroy();
  expect(clients).toHaveLength(50);
  expect((most - idle) / mb).toBeLessThan(100);
});

/** Stores a free recording of the given size. Returns its id. */
async function aLargeRecording(db: Database, dataDir: string, bytes: number): Promise<string> {
  const shelf = { db, storage: createDiskStorage(dataDir) };
  const video = await aFile(shelf, "video", Buffer.alloc(bytes));
  return (await aRecordingWithFiles(shelf, { isFree: true, videoId: video.id })).id;
}

/** Reads a number of bytes, then stops reading without closing the connection. */
async function watch(address: string, headers: Record<string, string>, bytes: number): Promise<IncomingMessage> {
  const [response] = (await once(get(address, { headers }), "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.on("error", () => undefined);
  let received = 0;
  await new Promise<void>((resolve) => {
    response.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received < bytes) return;
      response.pause();
      resolve();
    });
  });
  return response;
}

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) * 1024;
}
