import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@db/connections";
import { makeScratchFolder } from "./throwaway-postgres";

const program = "/usr/sbin/pgbouncer";

/** Starts PgBouncer in transaction mode before a database and returns the address through it. */
export async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { folder, remove } = await makeScratchFolder();
  const { hostname, port: upstream, username, password } = new URL(databaseUrl);
  const port = await findFreePort();
  const settings = path.join(folder, "pgbouncer.ini");
  const users = path.join(folder, "users.txt");
  await writeFile(users, `"${username}" ""\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${upstream} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn(program, ["-q", ...asUser, settings], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  const url = Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) }).href;
  const stop = async () => {
    child.kill("SIGINT");
    await ended;
    await remove();
  };
  try {
    await waitUntilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + 10_000; ; await wait(50)) {
    try {
      return await (await connect(url)).end();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
