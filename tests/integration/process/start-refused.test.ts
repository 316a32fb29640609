import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";
import { StartError } from "@db/errors";
import { requiredWhenLive } from "@server/core/env";
import { createShutdown } from "@server/process/shutdown";
import { startBreathroom } from "@server/process/start";
import { stubBuild } from "../../support/http-app";
import { expect, test, type ServerProcess } from "../../support/server-process";

const isRoot = process.getuid?.() === 0;

/** Waits for a failed start and returns its lines on stderr. */
async function refusalOf({ ended }: ServerProcess): Promise<string[]> {
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  return stderr.trimEnd().split("\n");
}

/** Starts in this process, which costs a tenth of a process, and returns the lines that a server would end with. */
async function refusalHere(environment: Record<string, string>): Promise<string[]> {
  const shutdown = createShutdown(() => undefined);
  const loadDevTools = () => import("@dev/index");
  const defaults = { PORT: "0", LOG_LEVEL: "silent" };
  const start = startBreathroom({
    environment: { ...defaults, ...environment },
    build: stubBuild({}),
    shutdown,
    loadDevTools,
    calendarReader: "",
  });
  const error = await start.then(
    () => new Error("It started."),
    (reason: Error) => reason,
  );
  shutdown.enable();
  await shutdown.run(1);
  expect(error).toBeInstanceOf(StartError);
  return error.message.split("\n");
}

/** Listens on a port without ever answering. */
async function aSilentServer(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

test("names a port in use in one line", async ({ launch, dataDir }) => {
  const port = await aSilentServer();
  const lines = await refusalOf(launch({ PORT: String(port) }));
  expect(lines).toEqual([`Port ${port} is in use; stop the other program, or set another PORT.`]);
  await expect(readdir(dataDir)).rejects.toThrow("ENOENT");
});

test("names in one line an address that this machine does not have", async ({ dataDir }) => {
  const lines = await refusalHere({ DATA_DIR: dataDir, HOST: "192.0.2.1" });
  expect(lines).toEqual(["HOST 192.0.2.1 is not an address of this machine."]);
});

test("lists every invalid setting at once, one per line", async ({ launch }) => {
  const wrong = { PORT: "eighty", SITE_TIME_ZONE: "Atlantis/Capital", ADMIN_EMAIL: "me", DATABASE_URL: "mysql://x/y" };
  const lines = await refusalOf(launch(wrong));
  const named = lines.map((line) => /^Setting (\w+): ./.exec(line)?.[1]);
  expect(named.sort()).toEqual(Object.keys(wrong).sort());
});

test("lists all missing settings of a live site", async ({ dataDir }) => {
  const lines = await refusalHere({ DATA_DIR: dataDir, MODE: "live" });
  expect(lines).toEqual(
    Object.entries(requiredWhenLive).map(([name, where]) => `Setting ${name}: missing (MODE=live): ${where}`),
  );
  await expect(readdir(dataDir)).rejects.toThrow("ENOENT");
});

test("names an unreachable database in one line, without the password", async ({ launch, dataDir }) => {
  const port = await aSilentServer();
  const silent = launch({ DATABASE_URL: `postgres://me:secret-word@127.0.0.1:${port}/breath` });
  const refusalAt = (DATABASE_URL: string) => refusalHere({ DATA_DIR: dataDir, DATABASE_URL });
  expect(await refusalAt("postgres://me:secret-word@127.0.0.1:1/breath")).toEqual([
    "DATABASE_URL: 127.0.0.1:1/breath can't be reached: nothing listens there.",
  ]);
  // "localhost" may stand for two addresses.
  expect(await refusalAt("postgres://me:secret-word@localhost:1/breath")).toEqual([
    "DATABASE_URL: localhost:1/breath can't be reached: nothing listens there.",
  ]);
  expect(await refusalOf(silent)).toEqual([
    `DATABASE_URL: 127.0.0.1:${port}/breath can't be reached: no answer within 5 seconds.`,
  ]);
});

test("leaves a data directory alone that is a file or lies below one", async ({ folder }) => {
  const file = path.join(folder, "notes.txt");
  await writeFile(file, "keep me");
  for (const dataDir of [file, path.join(file, "data")]) {
    const lines = await refusalHere({ DATA_DIR: dataDir });
    expect(lines).toEqual([`DATA_DIR ${dataDir} is a file, or lies below one; it must be a folder.`]);
  }
});

test("leaves a data directory with other contents alone", async ({ launch, dataDir }) => {
  const cluster = path.join(dataDir, "postgres");
  await mkdir(cluster, { recursive: true });
  await writeFile(path.join(cluster, "thesis.txt"), "keep me");
  if (isRoot) await chmod(dataDir, 0o755);
  const lines = await refusalOf(launch());
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(cluster);
  expect(await readdir(cluster)).toEqual(["thesis.txt"]);
});

// As root, PostgreSQL runs as a user of its own; only root can write to a folder without write permission.
if (isRoot) {
  test("names in one line a folder that PostgreSQL's own user can't enter", async ({ launch, folder }) => {
    const locked = path.join(folder, "locked");
    await mkdir(path.join(locked, "inner"), { recursive: true });
    await chmod(locked, 0o700);
    const lines = await refusalOf(launch({ DATA_DIR: path.join(locked, "inner") }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`PostgreSQL runs as user "postgres", who can't enter ${locked};`);
    expect(lines[0]).toContain(`chmod o+x ${locked}`);
  });
} else {
  test("names in one line a data directory that is not writable", async ({ launch, dataDir }) => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o555);
    const lines = await refusalOf(launch());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`DATA_DIR ${dataDir} can't be written by user`);
  });
}
