import { readFile } from "node:fs/promises";
import path from "node:path";
import { connect } from "@db/connections";
import { startEmbeddedPostgres } from "@db/embedded";
import { findUsablePackage, makeScratchFolder } from "../../../support/throwaway-postgres";
import { startTcpProxy } from "./tcp-proxy";

export type DurablePostgres = {
  url: string;
  /** Stops it: "in order" as an operator does, "hard" as a crash does. Connections are refused from then on. */
  end(how: "in order" | "hard"): Promise<void>;
  /** Starts it again on the same data, unless it is running. */
  begin(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Starts a PostgreSQL of its own that keeps what it has committed, whatever happens to it. Its data lie in `place`,
 * or in a new folder.
 */
export async function startDurablePostgres(place?: string): Promise<DurablePostgres> {
  const { folder, remove } = await makeScratchFolder();
  const lookFrom = await findUsablePackage(folder);
  const dataDir = place ?? path.join(folder, "data");
  const start = () => startEmbeddedPostgres({ dataDir, lookFrom });
  let running = await start();
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);
  const proxy = await startTcpProxy(portOf(running));
  return {
    url: Object.assign(new URL(running.url), { port: String(proxy.port) }).href,
    async end(how) {
      proxy.leadTo(null);
      if (how === "hard") process.kill(await readPid(dataDir), "SIGQUIT");
      await running.stop();
    },
    async begin() {
      if (await isRunning(running.url)) return;
      await running.stop().catch(() => undefined);
      running = await start();
      proxy.leadTo(portOf(running));
    },
    async remove() {
      await proxy.stop();
      await running.stop().catch(() => undefined);
      await remove();
    },
  };
}

async function isRunning(url: string): Promise<boolean> {
  const connection = await connect(url).catch(() => null);
  await connection?.end();
  return connection !== null;
}

async function readPid(dataDir: string): Promise<number> {
  const [pid] = (await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  return Number(pid);
}
