import { connect } from "node:net";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import express, { type RequestHandler } from "express";
import { createGate, createGates } from "@server/http/gates";
import { pageRenderer, pages } from "@server/http/pages";
import { readSession } from "@server/http/sign-in";
import { serve, stubBuild } from "../../support/http-app";
import { expect, test } from "../../support/open-app";

const oneInFlight = { inFlight: 1, waiting: 10, patience: 60_000, until: "answer" } as const;

/** Counts the requests that arrive here and those that are gone. */
function counting() {
  const seen = { arrived: 0, gone: 0 };
  const count: RequestHandler = (_request, response, next) => {
    seen.arrived += 1;
    response.once("close", () => (seen.gone += 1));
    next();
  };
  return { seen, count };
}

/** Responds only when the test calls the collected functions. */
function working() {
  const answers: (() => void)[] = [];
  const work: RequestHandler = (_request, response) => void answers.push(() => response.send("done"));
  return { answers, work };
}

test("limits the requests in progress and in the queue, and answers 503 to the others", async ({ open }) => {
  const working: (() => void)[] = [];
  const app = express()
    .use(createGate({ inFlight: 2, waiting: 1, patience: 60_000, until: "answer" }))
    .use((_request, response) => void working.push(() => response.send("done")));
  const url = await open(app);
  const ask = () => fetch(url).then(({ status, headers }) => [status, headers.get("Retry-After")]);
  const first = ask();
  const second = ask();
  await expect.poll(() => working.length).toBe(2);
  // The later of the two finds the queue full.
  const others = [ask(), ask()];
  expect(await Promise.race(others)).toEqual([503, "5"]);
  expect(working).toHaveLength(2);
  working[0]!();
  await expect.poll(() => working.length).toBe(3);
  for (const answer of working.slice(1)) answer();
  const answers = await Promise.all([first, second, ...others]);
  expect(answers.map(([status]) => status).sort()).toEqual([200, 200, 200, 503]);
});

test("frees the queue place of a browser that has disconnected", async ({ open }) => {
  const seen = { arrived: 0, gone: 0 };
  const working: (() => void)[] = [];
  const app = express()
    .use((_request, response, next) => {
      seen.arrived += 1;
      response.once("close", () => (seen.gone += 1));
      next();
    })
    .use(createGate({ inFlight: 1, waiting: 1, patience: 60_000, until: "end" }))
    .use((_request, response) => void working.push(() => response.send("done")));
  const url = await open(app);
  const first = fetch(url);
  await expect.poll(() => seen.arrived).toBe(1);
  const leaving = new AbortController();
  const left = fetch(url, { signal: leaving.signal }).catch(() => "left");
  await expect.poll(() => seen.arrived).toBe(2);
  leaving.abort();
  expect(await left).toBe("left");
  await expect.poll(() => seen.gone).toBe(1);
  const last = fetch(url);
  await expect.poll(() => seen.arrived).toBe(3);
  expect(working).toHaveLength(1);
  working[0]!();
  await expect.poll(() => working.length).toBe(2);
  working[1]!();
  expect([(await first).status, (await last).status]).toEqual([200, 200]);
});

test("limits each network in progress and in the queue, and lets others pass", async ({ open }) => {
  const { answers, work } = working();
  const { seen, count } = counting();
  const perNetwork = { inFlight: 1, waiting: 1 };
  const app = express().set("trust proxy", true).use(count);
  app.use(createGate({ ...oneInFlight, inFlight: 2, perNetwork }), work);
  const url = await open(app);
  const askFrom = async (network: string) => {
    const { arrived } = seen;
    const answer = fetch(url, { headers: { "X-Forwarded-For": network } }).then(({ status }) => status);
    await expect.poll(() => seen.arrived).toBe(arrived + 1);
    return { answer };
  };
  const first = await askFrom("192.0.2.1");
  const second = await askFrom("192.0.2.1");
  expect(await (await askFrom("192.0.2.1")).answer).toBe(503);
  const other = await askFrom("198.51.100.1");
  expect(answers).toHaveLength(2);
  answers[1]!();
  expect(await other.answer).toBe(200);
  expect(answers).toHaveLength(2);
  answers[0]!();
  expect(await first.answer).toBe(200);
  answers[2]!();
  expect(await second.answer).toBe(200);
});

test("keeps the place of a disconnected browser until its loader has finished", async ({ app, open }) => {
  const { seen, count } = counting();
  const begun: (() => void)[] = [];
  let left = 0;
  const slow = {
    loader: ({ request }: { request: Request }) => {
      request.signal.addEventListener("abort", () => (left += 1));
      return new Promise<Response>((resolve) => begun.push(() => resolve(new Response("done"))));
    },
  };
  const site = express().get("/count", (_request, response) => void response.json(begun.length));
  const url = await open(
    site.use(count, createGate(oneInFlight), pages(app.services, pageRenderer(stubBuild({ slow })))),
  );
  const leaving = new AbortController();
  const first = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => "left");
  await expect.poll(() => begun.length).toBe(1);
  leaving.abort();
  expect(await first).toBe("left");
  await expect.poll(() => left).toBe(1);
  const second = fetch(`${url}/slow`);
  await expect.poll(() => seen.arrived).toBe(2);
  expect(await (await fetch(`${url}/count`)).json()).toBe(1);
  begun[0]!();
  await expect.poll(() => begun.length).toBe(2);
  begun[1]!();
  expect(await (await second).text()).toBe("done");
});

test("keeps the place while a session is looked up, and starts no loader for a disconnected browser", async ({
  app,
  db,
  open,
}) => {
  const { seen, count } = counting();
  const reached: string[] = [];
  const site = express().use(count, createGate(oneInFlight), readSession(app.services));
  const url = await open(site.use((request, response) => (reached.push(request.path), response.send("done"))));
  const isLocked = sql`select from pg_locks where not granted and relation = 'user_sessions'::regclass`;
  const second = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table user_sessions`);
    const leaving = new AbortController();
    const headers = { Cookie: `breathroom_session=${"a".repeat(40)}` };
    const first = fetch(`${url}/first`, { headers, signal: leaving.signal }).catch(() => "left");
    await expect.poll(async () => (await db.execute(isLocked)).rowCount).toBe(1);
    leaving.abort();
    expect(await first).toBe("left");
    await expect.poll(() => seen.gone).toBe(1);
    const answer = fetch(`${url}/second`);
    await expect.poll(() => seen.arrived).toBe(2);
    expect(reached).toEqual([]);
    return { answer };
  });
  expect((await second.answer).status).toBe(200);
  expect(reached).toEqual(["/second"]);
});

test.for([
  ["webhooks, accepts unsubscribing mail programs", "webhooks", "unsubscribing", "/"],
  ["recordings, serves pages their pictures", "media", "media", "/images/x.webp"],
] as const)("at the limit of %s", async ([, full, free, path], { open }) => {
  const { answers, work } = working();
  const gates = createGates();
  const url = await open(express().use("/full", gates[full], work).use("/free", gates[free], work));
  const most = 16;
  const held = Array.from({ length: most }, () => fetch(`${url}/full`));
  await expect.poll(() => answers.length).toBe(most);
  const other = fetch(`${url}/free${path}`);
  await expect.poll(() => answers.length).toBe(most + 1);
  for (const answer of answers) answer();
  expect((await Promise.all([...held, other])).map(({ status }) => status)).toEqual(Array(most + 1).fill(200));
});

test("answers sixty requests without a picture and the page that follows", async ({ app }) => {
  const { url, stop } = await serve(app.services);
  const paths = [...Array<string>(60).fill("/share/x"), ...Array<string>(60).fill("/dev/x"), "/me"];
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(url + path)).status));
  await stop();
  expect(statuses).toEqual([...Array<number>(120).fill(404), 401]);
});

const files = "Content-Type: multipart/form-data; boundary=x";

test.for([
  ["webhooks", "/webhooks/stripe", "Content-Length: 1000", "/webhooks/stripe", 400],
  ["short forms", "/admin/sessions/new", `${files}\r\nContent-Length: 1000`, "/api/uploads/x", 401],
  ["strangers' files", "/admin/sessions/new", `${files}\r\nTransfer-Encoding: chunked`, "/api/uploads/x", 401],
] as const)("bodies of %s that do not arrive take no place", async ([, path, length, asked, status], { app }) => {
  const { url, stop } = await serve(app.services);
  const { port } = new URL(url);
  const begin = async () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n${length}\r\n\r\n`);
    // The server answers 100 Continue once it has accepted the request.
    await once(socket, "data");
    socket.write("1");
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: 20 }, begin));
  expect((await fetch(url + asked, { method: "POST", body: "{}" })).status).toBe(status);
  for (const socket of sockets) socket.destroy();
  await stop();
});
