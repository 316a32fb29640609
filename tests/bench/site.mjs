import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { run } from "../../scripts/lib/run.mjs";
import { embeddedUrl } from "./database-server.mjs";
import { startServer } from "./server-process.mjs";

const password = "breathe-demo";

/**
 * Starts the built site of a checkout with the demo's data in a database of its own; with `isLarge`, adds the large
 * seed. `settings` are environment variables.
 */
export async function startSite({ root, folder, databaseServer, isLarge = false, settings = {} }) {
  const dataDir = await mkdtemp(path.join(folder, "site-"));
  await chmod(dataDir, 0o755); // PostgreSQL runs as another user when this is run by root
  const ownUrl = await databaseServer?.createDatabase();
  const env = {
    ...process.env,
    MODE: "demo",
    DATA_DIR: dataDir,
    DATABASE_URL: ownUrl ?? "",
    PORT: "0",
    LOG_LEVEL: "error",
    // Requests and bookings are limited by network, so each request names its own.
    NODE_ENV: "production",
    TRUST_PROXY: "loopback",
    ...formerDefaults(root),
    ...settings,
  };
  const server = await startServer(["build/index.js"], { cwd: root, env });
  const databaseUrl = ownUrl ?? embeddedUrl(dataDir);
  const db = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // Ends with its server, without a crash of the benchmark.
  db.on("error", () => undefined);
  if (isLarge) await addLargeSeed(root, { ...env, DATABASE_URL: databaseUrl });
  return {
    root,
    dataDir,
    databaseUrl,
    db,
    url: server.url,
    pid: server.pid,
    stop: async () => {
      await db.end();
      await server.stop();
    },
  };
}

/** Earlier checkouts had them with the embedded PostgreSQL, whose place another one takes here. */
function formerDefaults(root) {
  const documented = readFileSync(path.join(root, ".env.example"), "utf8");
  return documented.includes("DATABASE_PREPARED=") ? { DATABASE_PREPARED: "1" } : {};
}

async function addLargeSeed(root, env) {
  const command = ["scripts/command.mjs", "seed-large"];
  const { code, output } = await run(process.execPath, command, { cwd: root, env, quiet: true });
  if (code !== 0) throw new Error(`The large seed failed: ${output}`);
}

/** Returns the cookies of the demo's admin or member after signing in. */
export async function signIn({ url }, who) {
  const answer = await fetch(`${url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
    body: new URLSearchParams({ email: `${who}@example.com`, password }),
    redirect: "manual",
  });
  if (answer.status >= 400) throw new Error(`The ${who} could not sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Hides the sessions that were added, so that lists have the length that the seed gave them. */
export const hideFreeSessions = ({ db }) =>
  db.query("update live_sessions set is_published = false where title = $1", [addedTitle]);

const addedTitle = "Benchmark";

/** Adds a free session in a month; `places` may be null. Returns its id. */
export async function addFreeSession({ db }, places) {
  const id = randomUUID();
  const changes = {
    id,
    title: addedTitle,
    max_attendees: places,
    price_minor: 0,
    entered_price_minor: 0,
    series_id: null,
    start_time: new Date(Date.now() + 30 * 86_400_000),
    is_published: true,
    is_featured: false,
  };
  await db.query(
    `insert into live_sessions select (jsonb_populate_record(null::live_sessions, to_jsonb(one) || $1)).*
      from (select * from live_sessions where cancelled_at is null order by start_time desc limit 1) as one`,
    [JSON.stringify(changes)],
  );
  return id;
}

/** Returns the id of a session that visitors see on the home page. */
export async function findSession({ url }) {
  const home = await (await fetch(url)).text();
  const [, id] = /\/sessions\/([0-9a-f-]{36})/.exec(home) ?? [];
  if (!id) throw new Error("The home page lists no session.");
  return id;
}
