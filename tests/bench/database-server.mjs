import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chownSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { findPort } from "./server-process.mjs";

const installedVersions = "/usr/lib/postgresql";

/**
 * Returns the PostgreSQL that all sites share: the one of BENCH_DATABASE_URL, else one that is started from Debian's
 * packages. Returns null where there is none or BENCH_DATABASE_URL is "embedded": then each site starts its own.
 */
export async function startDatabaseServer(folder) {
  const { BENCH_DATABASE_URL: given } = process.env;
  if (given === "embedded") return null;
  if (given) return serverAt(given, () => undefined);
  const programs = findInstalled();
  return programs ? startInstalled(programs, path.join(folder, "postgres")) : null;
}

/** Returns the address of the PostgreSQL that a site has started in its data directory. */
export function embeddedUrl(dataDir) {
  const read = (name) => readFileSync(path.join(dataDir, "postgres", name), "utf8");
  const port = read("postmaster.pid").split("\n")[3];
  return `postgres://postgres:${read("breathroom-password").trim()}@127.0.0.1:${port}/breathroom`;
}

/** Returns the file of a program that belongs to PostgreSQL, such as pgbench; undefined if it is not installed. */
export function findProgram(name) {
  const folders = [findInstalled(), ...(process.env.PATH ?? "").split(path.delimiter)].filter(Boolean);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

function findInstalled() {
  if (!existsSync(installedVersions)) return undefined;
  const newestFirst = readdirSync(installedVersions).sort((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => path.join(installedVersions, version, "bin"));
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(path.join(folder, name))));
}

async function startInstalled(programs, cluster) {
  const owner = findOwner();
  await mkdir(cluster);
  if (owner) chownSync(cluster, owner.uid, owner.gid);
  const initdb = ["--pgdata", cluster, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8"];
  execFileSync(path.join(programs, "initdb"), [...initdb, "--locale", "C.UTF-8"], {
    ...owner,
    cwd: cluster,
    stdio: "ignore",
  });
  const port = await findPort();
  // Connections for several sites; everything else has its default.
  const options = ["-D", cluster, "-p", String(port), "-h", "127.0.0.1", "-k", "", "-c", "max_connections=300"];
  const child = spawn(path.join(programs, "postgres"), options, { ...owner, cwd: cluster, stdio: "ignore" });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await untilReachable(url);
  // Ends connections instead of waiting for them.
  return serverAt(url, () => (child.kill("SIGINT"), exited));
}

/** PostgreSQL refuses to run as root. */
function findOwner() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function untilReachable(url) {
  for (const end = performance.now() + 20_000; ; await wait(100)) {
    try {
      return await ask(url, "select 1");
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

async function serverAt(url, stop) {
  const { rows } = await ask(url, "select split_part(current_setting('server_version'), ' ', 1) as version");
  const names = [];
  const addressOf = (name) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    description: `PostgreSQL ${rows[0].version}`,
    createDatabase: async () => {
      const name = `breathroom_bench_${randomUUID().slice(0, 8)}`;
      await ask(url, `create database ${name}`);
      names.push(name);
      return addressOf(name);
    },
    stop: async () => {
      for (const name of names) await ask(url, `drop database if exists ${name} with (force)`);
      await stop();
    },
  };
}

async function ask(connectionString, statement) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
