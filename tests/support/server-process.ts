import { spawn } from "node:child_process";
import { cp, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "@db/connections";
import { noFfmpeg } from "./built-server";
import { builtFolder, builtServer } from "./built-site";
import { test as base } from "./database";
import { findUsablePackage, makeScratchFolder } from "./throwaway-postgres";

export type ServerProcess = {
  pid: number;
  /** Resolves with the address, or rejects if the server ends first. */
  ready: Promise<string>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }>;
  signal(name: NodeJS.Signals): void;
};

type Settings = Record<string, string>;

/** Starts processes of the built server in a folder per test, and ends them with the test. */
export const test = base
  .extend("folder", async ({ task: _task }, { onCleanup }) => {
    const scratch = await makeScratchFolder();
    onCleanup(scratch.remove);
    return scratch.folder;
  })
  .extend("dataDir", ({ folder }) => path.join(folder, "data"))
  .extend("launch", async ({ folder, dataDir }, { onCleanup }) => {
    const program = await findUsableServer(folder);
    const processes: ServerProcess[] = [];
    onCleanup(async () => {
      for (const process of processes) process.signal("SIGKILL");
      await Promise.all(processes.map(({ ended }) => ended));
    });
    return (settings: Settings = {}) => {
      const launched = launchServer(program, { DATA_DIR: dataDir, ...settings });
      processes.push(launched);
      return launched;
    };
  });

export { expect } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

function launchServer(program: string, settings: Settings): ServerProcess {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    PORT: "0",
    FFMPEG_PATH: noFfmpeg,
    LOG_LEVEL: "warn",
    ...settings,
  };
  const child = spawn(process.execPath, [program], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  const ended: ServerProcess["ended"] = new Promise((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk);
      const address = /^Breathroom is ready at (\S+)\n/m.exec(stdout)?.[1];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error(`The server ended before it was ready.\n${stdout}${stderr}`)));
  });
  // Tests of a failing start await `ended` only.
  ready.catch(() => undefined);
  return { pid: child.pid!, ready, ended, signal: (name) => void child.kill(name) };
}

/** Returns the built server, or a copy where PostgreSQL's user can't enter the project's folder. */
async function findUsableServer(folder: string): Promise<string> {
  const lookFrom = await findUsablePackage(folder);
  const site = path.dirname(fileURLToPath(lookFrom));
  if (!site.startsWith(folder)) return path.join(root, builtServer);
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  await cp(path.join(root, builtFolder), path.join(site, builtFolder), { recursive: true });
  await cp(path.join(root, "package.json"), path.join(site, "package.json"));
  return path.join(site, builtServer);
}

/** Queries the embedded PostgreSQL of a data directory directly. */
export async function queryDatabase<Row extends object>(dataDir: string, query: string): Promise<Row[]> {
  const [, , , port] = (await readFile(pidFileOf(dataDir), "utf8")).split("\n");
  const password = await readFile(path.join(dataDir, "postgres", "breathroom-password"), "utf8");
  const client = await connect(`postgres://postgres:${password}@127.0.0.1:${port}/breathroom`);
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the process id of the data directory's PostgreSQL, or null. */
export async function postgresPid(dataDir: string): Promise<number | null> {
  const text = await readFile(pidFileOf(dataDir), "utf8").catch(() => null);
  return text === null ? null : Number(text.split("\n")[0]);
}

const pidFileOf = (dataDir: string) => path.join(dataDir, "postgres", "postmaster.pid");
