import { execFileSync } from "node:child_process";
import { outboxEmails, sessionBookings } from "@db/schema";
import type { LocalStripeState } from "@dev/local-stripe/index";
import { password } from "../../support/accounts";
import { PlainBrowser, textOf } from "../../support/browser-without-javascript";
import { type BuiltServer, startBuiltServer } from "../../support/built-server";
import { builtServer } from "../../support/built-site";
import { expect, test as databaseTest } from "../../support/database";
import { startResend } from "../../support/resend-stand-in";
import { startRoundRobin } from "../../support/round-robin";
import { aSession } from "../../support/sessions";
import { makeScratchFolder } from "../../support/throwaway-postgres";
import { readBooks } from "../histories/books";
import { expectBooksToHold } from "../histories/invariants";
import { expectMoneyToBalance } from "../histories/money";

const bookingForm = "form:has([name=formKey])";
const email = "hannah@example.com";

/** Two web processes of one site behind a proxy that alternates between them, a worker, and Resend's stand-in. */
const test = databaseTest.extend("site", async ({ db, databaseUrl }, { onCleanup }) => {
  // An empty demo would be seeded.
  const session = await aSession(db, { maxAttendees: 3 });
  const [proxy, resend, scratch] = await Promise.all([startRoundRobin(), startResend(), makeScratchFolder()]);
  const settings = {
    DATABASE_URL: databaseUrl,
    SITE_URL: proxy.url,
    DATA_DIR: scratch.folder,
    COOKIE_SECRET: "c".repeat(32),
    RESEND_API_KEY: "re_1",
    RESEND_BASE_URL: resend.url,
    RESEND_REQUESTS_PER_SECOND: "1000",
    LOG_LEVEL: "silent",
    DRAIN_SECONDS: "0",
  };
  const started: BuiltServer[] = [];
  const start = async (role: "web" | "worker") => {
    const server = await startBuiltServer({ ...settings, ROLE: role });
    started.push(server);
    return server;
  };
  onCleanup(async () => {
    await Promise.all(started.map((server) => server.stop()));
    await Promise.all([proxy.stop(), resend.stop()]);
    await scratch.remove();
  });
  const [first, second, worker] = await Promise.all([start("web"), start("web"), start("worker")]);
  proxy.backends = [first.url, second.url];
  return { session, proxy, resend, webs: [first, second], worker, startWorker: () => start("worker") };
});

const mailedTo = ({ requests }: Awaited<ReturnType<typeof startResend>>) =>
  requests.filter(({ body }) => String(body.to) === email).map(({ body }) => JSON.stringify(body));

test("answers only /healthz in a worker, and loses nothing when it and a web process are killed in the middle of a journey", async ({
  db,
  site,
}) => {
  const { session, proxy, resend } = site;
  const statusOf = async (path: string) => (await fetch(site.worker.url + path)).status;
  const asked = ["/healthz", "/", "/webhooks/stripe", "/dev/mailbox"].map(statusOf);
  expect(await Promise.all(asked)).toEqual([200, 404, 404, 404]);

  const visitor = new PlainBrowser(proxy.url);
  const name = { firstName: "Hannah", lastName: "Okafor" };
  const signUp = await visitor.open("/sign-in?tab=sign-up");
  await visitor.submit(signUp, { ...name, email, password }, "form:has([name=firstName])");
  const links = () => mailedTo(resend).flatMap((mail) => /\/verify-email\?token=[\w-]+/.exec(mail)?.[0] ?? []);
  await expect.poll(links).toHaveLength(1);
  const welcome = await visitor.submit(await visitor.open(links()[0]!));
  expect(textOf(await visitor.open("/dashboard"), "h1"), welcome.url).toContain("Hannah");

  // The process that books is killed, and the visitor posts the same form again.
  const form = await visitor.open(`/sessions/${session.id}/book`);
  proxy.onPassedOn = ({ method, backend }) => {
    if (method === "POST") void site.webs.find(({ url }) => url === backend)!.kill();
    proxy.onPassedOn = () => undefined;
  };
  const booking = { ...name, email };
  expect((await visitor.submit(form, booking, bookingForm)).status).toBe(502);
  const payment = await visitor.submit(form, booking, bookingForm);
  expect(payment.url, textOf(payment, "[role=alert]")).toContain("/dev/stripe/checkout/");

  // The worker is killed while Resend works on the confirmation; the next one sends it again by the same key.
  resend.holdAnswer();
  const before = resend.requests.length;
  await visitor.submit(payment, { action: "pay" }, "form");
  await expect.poll(() => resend.requests.length).toBeGreaterThan(before);
  await site.worker.kill();
  await site.startWorker();
  const unsent = async () => (await db.select().from(outboxEmails)).filter(({ sentAt }) => sentAt === null).length;
  await expect.poll(unsent).toBe(0);

  const [booked] = await db.select().from(sessionBookings);
  const manage = await visitor.open(`/bookings/${booked!.id}/cancel?key=${booked!.manageKey}`);
  await visitor.submit(manage);
  const refunds = async () => (await readBooks({ db })).refunds.map(({ state }) => state);
  await expect.poll(refunds).toEqual(["succeeded"]);
  await expect.poll(unsent).toBe(0);

  const state = async () => (await (await fetch(`${proxy.url}/dev/stripe/state`)).json()) as LocalStripeState;
  await expect.poll(async () => (await state()).events.filter(({ isDelivered }) => !isDelivered)).toEqual([]);
  const books = await readBooks({ db });
  expectBooksToHold(books);
  await expectMoneyToBalance({ state }, books);
  expect(books.bookings.map(({ status, paymentStatus }) => [status, paymentStatus])).toEqual([
    ["cancelled", "refunded"],
  ]);
  const mails = await db.select().from(outboxEmails);
  expect(resend.accepted.size, "mails that Resend accepted").toBe(mails.length);
  const templates = mails.map(({ template }) => template);
  expect(templates.filter((template) => template === "booking-confirmation")).toHaveLength(1);
});

/** Returns the ids of a process's web processes. */
function webProcessesOf(pid: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const rows = lines.map((line) => /^ *(\d+) +(\d+) (.*)/.exec(line)?.slice(1) ?? []);
  return rows
    .filter(([, parent, args]) => parent === String(pid) && args?.includes(builtServer))
    .map(([id]) => Number(id));
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const metricsToken = "a-token-for-scrapes";

async function countPages(url: string): Promise<number> {
  // A new connection may reach the other process.
  const headers = { Authorization: `Bearer ${metricsToken}`, Connection: "close" };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^http_requests_total\{area="pages",method="GET",status="200"\} (\d+)$/m.exec(text)?.[1]);
}

/** Two web processes that share a port, forked by the process that prepares the database. */
const sharedPort = databaseTest.extend("server", async ({ db, databaseUrl }, { onCleanup }) => {
  await aSession(db);
  const scratch = await makeScratchFolder();
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: scratch.folder,
    LOG_LEVEL: "silent",
    WEB_CONCURRENCY: "2",
    METRICS_TOKEN: metricsToken,
  };
  const server = await startBuiltServer(settings);
  onCleanup(async () => {
    await server.kill();
    await scratch.remove();
  });
  return server;
});

sharedPort("replaces a killed web process, and stops with all of them", async ({ server }) => {
  const before = webProcessesOf(server.pid);
  expect(before).toHaveLength(2);
  process.kill(before[0]!, "SIGKILL");
  const both = () => webProcessesOf(server.pid).filter((pid) => pid !== before[0]);
  await expect.poll(both).toHaveLength(2);
  const pages = Array.from({ length: 8 }, () => fetch(`${server.url}/live-sessions`).then(({ status }) => status));
  expect(await Promise.all(pages)).toEqual(Array(8).fill(200));
  // A process that has just been started does not answer the first scrape.
  await expect.poll(() => countPages(server.url)).toBe(8);
  const counts = await Promise.all(Array.from({ length: 6 }, () => countPages(server.url)));
  expect(counts, "pages of both processes").toEqual(Array(6).fill(8));
  const after = both();
  await server.stop();
  expect(after.filter(isAlive)).toEqual([]);
});

sharedPort("leaves no web process when the first process is killed", async ({ server }) => {
  const processes = webProcessesOf(server.pid);
  expect(processes).toHaveLength(2);
  await server.kill();
  await expect.poll(() => processes.filter(isAlive)).toEqual([]);
});
