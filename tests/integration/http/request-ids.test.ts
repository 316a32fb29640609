import { vi } from "vitest";
import { serve } from "../../support/http-app";
import { captureLog, type LogLine } from "../../support/captured-log";
import { expect, test as appTest } from "../../support/test-app";

const secret = "hannah@example.com";

/** A page whose loader and action fail, with the typed value in the error's message. */
const failing = {
  loader: () => {
    throw new Error(`no loader for "${secret}"`);
  },
  action: () => JSON.parse(secret) as unknown,
};

type RequestSender = (path: string, init?: RequestInit) => Promise<Response>;
type Log = ReturnType<typeof captureLog>;

const test = appTest.extend<{ log: Log; ask: RequestSender }>({
  log: async ({ app }, use) => use(captureLog(app.services)),
  ask: async ({ app, log: _ }, use) => {
    const { url, stop } = await serve(app.services, { failing: failing, "calendar/:file": failing });
    await use((path, init) => fetch(url + path, init));
    await stop();
  },
});

const linesOf = (log: Log, answer: Response): LogLine[] =>
  log.lines().filter(({ requestId }) => requestId === answer.headers.get("X-Request-Id"));

test("shows the request id of a failed page, as in its log line and X-Request-Id", async ({ ask, log }) => {
  for (const method of ["GET", "POST"]) {
    const answer = await ask("/failing", { method });
    expect(answer.status).toBe(500);
    const requestId = answer.headers.get("X-Request-Id");
    expect(requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(await answer.json()).toEqual({ requestId });
    expect(linesOf(log, answer)).toMatchObject([{ level: 50, msg: "page failed", route: "routes/failing", method }]);
  }
});

/** What a fault, or an outsider who makes one happen, could try to have built in the browser. */
const thrown: [string, unknown][] = [
  ["an error of a class of the browser", Object.assign(new Error(secret), { name: "Worker" })],
  ["an error of our own class", new (class Refused extends RangeError {})(secret)],
  ["an object in the form in which errors are sent", { __type: "Error", __subType: "Function", message: secret }],
  ["an array in that form", ["SanitizedError", "Function", secret, ""]],
  ["a text", secret],
  ["nothing", undefined],
];

test.for(thrown)("a page sends %s to the browser as our own answer with a status only", async ([, error], { app }) => {
  const log = captureLog(app.services);
  const fail = () => {
    throw error;
  };
  const page = { default: () => null, loader: fail, action: fail };
  const { url, stop } = await serve(app.services, { "failing-page": page });
  const asked = [
    ["/failing-page", "GET"],
    ["/failing-page.data", "GET"],
    ["/failing-page.data", "POST"],
  ] as const;
  for (const [path, method] of asked) {
    const answer = await fetch(url + path, { method });
    const sent = await answer.text();
    expect(answer.status).toBe(500);
    expect(sent).toContain('ErrorResponse"');
    expect(sent).toContain(answer.headers.get("X-Request-Id"));
    for (const word of ["SanitizedError", "__subType", "Function", "Worker", "Refused", secret]) {
      expect(sent).not.toContain(word);
    }
    expect(linesOf(log, answer)).toMatchObject([{ level: 50, msg: "page failed" }]);
  }
  await stop();
});

test("ignores a request id sent by the client", async ({ ask, log }) => {
  const answer = await ask("/failing", { headers: { "X-Request-Id": "chosen-by-a-stranger" } });
  expect(answer.headers.get("X-Request-Id")).not.toBe("chosen-by-a-stranger");
  expect(log.text()).not.toContain("chosen-by-a-stranger");
});

test("keeps the log lines of simultaneous requests apart", async ({ ask, log }) => {
  const answers = await Promise.all(["GET", "POST", "GET"].map((method) => ask("/failing", { method })));
  for (const answer of answers) expect(linesOf(log, answer)).toHaveLength(1);
});

test("sends an id with every answer of pages, procedures, files and the health page", async ({ ask }) => {
  for (const path of [
    "/healthz",
    "/logo.svg",
    "/nowhere",
    "/api/trpc/accounts.me",
    "/media/images/none",
    "/webhooks/x",
  ])
    expect((await ask(path)).headers.get("X-Request-Id"), path).toMatch(/^[0-9a-f]{16}$/);
});

test("logs neither typed values nor keys of addresses", async ({ ask, log }) => {
  const key = "T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o";
  await ask(`/calendar/${key}.ics?key=${key}`);
  await ask(`/calendar/${key}.ics`, { method: "POST" });
  await ask("/failing", { method: "POST" });
  expect(log.lines().length).toBeGreaterThanOrEqual(3);
  expect(log.text()).not.toMatch(new RegExp(`${secret}|hannah|${key}`));
});

test("logs nothing for a client's mistake, and prints nothing outside the log", async ({ app, log }) => {
  const print = vi.spyOn(console, "error").mockReturnValue();
  // Express prints errors that no handler has caught, but not in tests.
  vi.stubEnv("NODE_ENV", "production");
  const { url, stop } = await serve(app.services);
  vi.unstubAllEnvs();
  expect((await fetch(`${url}/me`, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${url}/media/images/%c0%ae`)).status).toBe(400);
  expect(log.lines()).toEqual([]);
  expect(print).not.toHaveBeenCalled();
  print.mockRestore();
  await stop();
});

test("logs the request id of a failed webhook", async ({ ask, app, log }) => {
  const payload = JSON.stringify({
    id: "evt_1",
    object: "event",
    type: "checkout.session.completed",
    // Refused because the test's key is one of Stripe's test mode.
    livemode: true,
    data: { object: {} },
  });
  const { stripe } = app.services;
  const signature = stripe.client.webhooks.generateTestHeaderString({ payload, secret: stripe.webhookSecret });
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  const answer = await ask("/webhooks/stripe", { method: "POST", headers, body: payload });
  expect(answer.status).toBe(500);
  expect(linesOf(log, answer)).toMatchObject([{ msg: "webhook failed", eventId: "evt_1" }]);
});
