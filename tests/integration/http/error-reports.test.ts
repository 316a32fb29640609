import { createLog } from "@server/core/log";
import { openErrorReports } from "@server/office/monitoring/error-reports";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test as openTest } from "../../support/open-app";

type Envelope = { path: string; item: Record<string, unknown>; all: string };

/** A service that takes reports, and a log that sends to it. */
const test = openTest.extend<{ reporting: { log: ReturnType<typeof createLog>; sent: () => Promise<Envelope[]> } }>({
  reporting: async ({ open }, use) => {
    const received: Envelope[] = [];
    const take = async (request: IncomingMessage) => {
      const all = await text(request);
      received.push({ path: request.url ?? "", item: JSON.parse(all.split("\n")[2] ?? "{}") as Envelope["item"], all });
    };
    const url = await open((request, response) => void take(request).then(() => response.end("{}")));
    const reports = await openErrorReports(`${url.replace("://", "://public@")}/7`, "live");
    await use({
      log: createLog("info", { write: () => undefined }, reports),
      sent: async () => {
        await reports.close(5000);
        return received;
      },
    });
  },
});

function failWith(message: string): Error {
  return new TypeError(message, { cause: new Error("duplicate key (email)=(ada@example.com)") });
}

test("reports an error with its type, masked message, stack and request", async ({ reporting }) => {
  const err = failWith('no booking for "Ada Lovelace" <ada@example.com>');
  reporting.log.error({ err, requestId: "4f", route: "routes/_index", email: "ada@example.com" }, "page failed");
  const [report, ...others] = await reporting.sent();
  expect(others).toEqual([]);
  expect(report!.path).toMatch(/^\/api\/7\/envelope\/\?.*sentry_key=public/);
  const { level, environment, transaction, tags, exception } = report!.item;
  expect({ level, environment, transaction, tags }).toEqual({
    level: "error",
    environment: "live",
    transaction: "page failed",
    tags: { requestId: "4f", route: "routes/_index" },
  });
  const [{ type, stacktrace }] = (exception as { values: [{ type: string; stacktrace: { frames: object[] } }] }).values;
  expect(type).toBe("TypeError");
  expect(stacktrace.frames.at(-1)).toMatchObject({
    function: "failWith",
    filename: expect.stringContaining("error-reports.test") as string,
  });
  expect(report!.all).not.toMatch(/ada@|lovelace/i);
  expect(Object.keys(report!.item)).not.toEqual(expect.arrayContaining(["user", "request", "server_name"]));
});

test("reports neither warnings nor refusals", async ({ reporting: { log, sent } }) => {
  log.warn({ err: new Error("page not available") }, "page not available");
  log.info("ready");
  expect(await sent()).toEqual([]);
});

test("reports an error that is no more than a message", async ({ reporting: { log, sent } }) => {
  log.fatal("PostgreSQL has ended; start Breathroom again");
  expect((await sent()).map(({ item }) => [item.level, item.message])).toEqual([
    ["fatal", "PostgreSQL has ended; start Breathroom again"],
  ]);
});
