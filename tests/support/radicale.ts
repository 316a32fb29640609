import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export type Radicale = {
  url: string;
  login: { server: string; user: string; password: string };
  /** Makes a calendar of the user and returns its address. */
  makeCalendar(name: string): Promise<string>;
  put(calendar: string, file: string, text: string): Promise<void>;
  /** Returns the file's text; null if it is not there. */
  get(calendar: string, file: string): Promise<string | null>;
  remove(calendar: string, file: string): Promise<void>;
  /** Ends the server's process; `start` brings it back with what it stored. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

const user = "ada";
const password = "app-password-of-ada";
const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** Starts a CalDAV server of its own: Debian's radicale, with an empty folder, on a free port. */
export async function startRadicale(): Promise<Radicale> {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-radicale-"));
  const users = path.join(folder, "users");
  await writeFile(users, `${user}:${password}\n`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const call = (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { authorization, ...init.headers } });
  const succeed = async (address: string, init: RequestInit) => {
    const response = await call(address, init);
    if (!response.ok) throw new Error(`radicale: ${init.method} ${response.status}`);
  };
  const radicale: Radicale = {
    url,
    login: { server: url, user, password },
    async makeCalendar(name) {
      const address = `${url}/${user}/${encodeURIComponent(name)}/`;
      const body = `<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><d:displayname>${name}</d:displayname></d:prop></d:set></c:mkcalendar>`;
      await succeed(address, { method: "MKCALENDAR", body });
      return address;
    },
    put: (calendar, file, text) =>
      succeed(`${calendar}${file}`, { method: "PUT", body: text, headers: { "content-type": "text/calendar" } }),
    async get(calendar, file) {
      const response = await call(`${calendar}${file}`);
      return response.ok ? response.text() : null;
    },
    remove: (calendar, file) => succeed(`${calendar}${file}`, { method: "DELETE" }),
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill("SIGKILL");
      await ended;
    },
    async start() {
      const options = {
        "--server-hosts": `127.0.0.1:${port}`,
        "--auth-type": "htpasswd",
        "--auth-htpasswd-filename": users,
        "--auth-htpasswd-encryption": "plain",
        "--storage-filesystem-folder": path.join(folder, "data"),
        "--logging-level": "error",
      };
      server = spawn("radicale", ["--config", "", ...Object.entries(options).flat()], { stdio: "ignore" });
      server.on("error", () => undefined);
      await answers(url, server);
    },
    async stop() {
      await radicale.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await radicale.start();
  return radicale;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    if (server.pid === undefined || server.exitCode !== null || Date.now() > end) {
      throw new Error("The tests of calendars need radicale: run apt-get install radicale as root.");
    }
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await wait(50);
  }
}
