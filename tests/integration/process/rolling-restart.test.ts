import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { type BuiltServer, startBuiltServer } from "../../support/built-server";
import { expect, test as databaseTest } from "../../support/database";
import { startReadyProxy } from "../../support/ready-proxy";
import { aSession } from "../../support/sessions";
import { makeScratchFolder } from "../../support/throwaway-postgres";

/** Two web processes behind a proxy that retries nothing, and behind Caddy with our Caddyfile where it is installed. */
const test = databaseTest.extend("site", async ({ db, databaseUrl }, { onCleanup }) => {
  await aSession(db);
  const scratch = await makeScratchFolder();
  const shared = { DATABASE_URL: databaseUrl, DATA_DIR: scratch.folder, COOKIE_SECRET: "c".repeat(32), ROLE: "web" };
  const running: { stop(): Promise<void> }[] = [];
  onCleanup(async () => {
    await Promise.all(running.map((part) => part.stop()));
    await scratch.remove();
  });
  const start = async (settings: { PORT?: string; DRAIN_SECONDS: string }) => {
    // A token of its own tells by which process a front was answered.
    const token = randomUUID();
    const server = await startBuiltServer({ ...shared, LOG_LEVEL: "silent", METRICS_TOKEN: token, ...settings });
    running.push({ stop: () => server.kill() });
    return { ...server, token };
  };
  const [first, second] = await Promise.all([start({ DRAIN_SECONDS: "1" }), start({ DRAIN_SECONDS: "1" })]);
  const proxy = await startReadyProxy([first.url, second.url]);
  running.push(proxy);
  const fronts = [proxy.url];
  if (hasCaddy()) {
    const caddy = await startCaddy(scratch.folder, [first.url, second.url]);
    running.push(caddy);
    await expect.poll(() => fetch(caddy.url).then(({ status }) => status, String)).toBe(200);
    fronts.push(caddy.url);
  }
  return { first, second, start, proxy, fronts };
});

test("restarts two processes behind a proxy one after the other without a failed request", async ({ site }) => {
  const { first, second, start, proxy, fronts } = site;
  const restart = async (server: BuiltServer, DRAIN_SECONDS: string) => {
    await server.stop();
    const again = await start({ PORT: new URL(server.url).port, DRAIN_SECONDS });
    const headers = { authorization: `Bearer ${again.token}` };
    for (const front of fronts) {
      const metrics = () => fetch(`${front}/metrics`, { headers }).then(({ status }) => status);
      await expect.poll(metrics).toBe(200);
    }
    return again;
  };
  const visits = visitAllTheTime(fronts);
  const undrained = await restart(first, "0");
  await restart(second, "1");
  const answers = await visits.end();
  const expected = fronts.flatMap((front) => [`${front} GET 200`, `${front} POST 400`]);
  expect(new Set(answers)).toEqual(new Set(expected));

  // The control: a process that stops at once takes requests along.
  const more = visitAllTheTime([proxy.url]);
  await proxy.nextCheck();
  await undrained.stop();
  await proxy.nextCheck();
  expect((await more.end()).join("\n")).toMatch(/ 502 /);
}, 60_000);

/**
 * Sends a page's request and a form's to each address every 20 ms, each once the one before it was answered: more would
 * fill the line of a site on a busy machine, which answers 503 then.
 */
function visitAllTheTime(fronts: string[]) {
  const answers: string[] = [];
  const visit = async (front: string, address: string, init: { method: string; body?: string }) => {
    const answer = await fetch(front + address, init).then(describe, () => "failed");
    answers.push(`${front} ${init.method} ${answer}`);
  };
  const kinds = fronts.flatMap((front) => [
    () => visit(front, "/live-sessions", { method: "GET" }),
    // Unsigned, so that the site itself refuses it.
    () => visit(front, "/webhooks/stripe", { method: "POST", body: "{}" }),
  ]);
  const underWay = new Map<number, Promise<void>>();
  const visits = setInterval(() => {
    for (const [index, send] of kinds.entries()) {
      if (!underWay.has(index))
        underWay.set(
          index,
          send().finally(() => underWay.delete(index)),
        );
    }
  }, 20);
  return {
    end: async () => {
      clearInterval(visits);
      await Promise.all(underWay.values());
      return answers;
    },
  };
}

/** Returns the status of an answer, and of an error its words, which tell who gave it. */
const describe = async (answer: Response): Promise<string> =>
  answer.status < 500 ? String(answer.status) : `${answer.status} ${(await answer.text()).slice(0, 100)}`;

function hasCaddy(): boolean {
  try {
    return execFileSync("caddy", ["version"], { encoding: "utf8" }) !== "";
  } catch {
    return false;
  }
}

async function startCaddy(folder: string, backends: string[]) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = path.join(folder, "Caddyfile");
  await writeFile(config, `{\n\tadmin off\n}\nimport ${path.resolve("deploy/Caddyfile")}\n`);
  const upstream = backends.map((backend) => new URL(backend).host).join(" ");
  const env = { ...process.env, HOME: folder, SITE_HOST: url, UPSTREAM: upstream, HEALTH_INTERVAL: "250ms" };
  const caddy = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], { env, stdio: "ignore" });
  const ended = once(caddy, "exit");
  const stop = async () => {
    caddy.kill();
    await ended;
  };
  return { url, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
