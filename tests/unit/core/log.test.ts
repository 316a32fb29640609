import type { ActionFunctionArgs } from "@remix-run/node";
import { TRPCError } from "@trpc/server";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog } from "@server/core/log";
import { handleError } from "~/entry.server";

function aLog() {
  let written = "";
  const log = createLog("info", { write: (line) => void (written += line) });
  return { log, written: () => written };
}

const key = "T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o";

test("logs a failed query without its parameters", () => {
  const { log, written } = aLog();
  const cause = Object.assign(new Error("connection lost"), { detail: "Key (email)=(hannah@example.com) exists." });
  const failed = new DrizzleQueryError("select $1", [key, "Hannah\nOkafor", null], cause);
  for (const err of [failed, new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: failed })]) log.error({ err }, "no");
  expect(written()).toContain("Failed query: select $1");
  expect(written()).toContain("connection lost");
  expect(written()).not.toMatch(new RegExp(`${key}|Hannah|Okafor|hannah@`));
});

const typed = 'Hannah\'s "note" for hannah@example.com';

/** Errors of libraries that quote what was typed. */
const quoting: [string, () => unknown][] = [
  ["a JSON syntax error", () => thrownBy(() => JSON.parse(typed))],
  ["an invalid address", () => thrownBy(() => new URL(`//${key}`))],
  ["a database's message", () => new Error(`invalid input syntax for type uuid: "${typed}"`)],
  ["a mail service's message", () => new Error("validation_error: Invalid to: hannah@example.com")],
  ["a token in a message", () => new Error(`no such link: ${key}`)],
  ["own properties", () => Object.assign(new Error("failed"), { input: typed, detail: typed, headers: { key } })],
  ["a cause of a cause", () => new Error("outer", { cause: new Error("inner", { cause: new Error(`"${typed}"`) }) })],
  ["a message of several lines", () => new Error(`"first\n    at ${typed}"`)],
  ["the router's refusal", () => ({ status: 405, data: `Error: PUT "/calendar/${key}.ics"`, internal: true })],
  ["a thrown string", () => `no such link: "${typed}" ${key}`],
];

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test.each(quoting)("leaves out what was typed: %s", (_name, make) => {
  const { log, written } = aLog();
  log.error({ err: make() }, "no");
  expect(JSON.parse(written())).toMatchObject({ msg: "no" });
  expect(written()).not.toMatch(new RegExp(`${key}|Hannah|hannah|note`));
});

test("keeps message, stack, code and causes of our own errors", () => {
  const { log, written } = aLog();
  const cause = Object.assign(new TypeError("fetch failed"), { code: "ECONNREFUSED" });
  log.error({ err: new Error("the rates can't be fetched", { cause }) }, "no");
  expect(written()).toMatch(/"stack":" {4}at [^"]*log\.test\.ts/);
  expect(JSON.parse(written())).toMatchObject({
    err: {
      type: "Error",
      message: "the rates can't be fetched",
      cause: { type: "TypeError", message: "fetch failed", code: "ECONNREFUSED" },
    },
  });
});

test("keeps ids readable in messages", () => {
  const { log, written } = aLog();
  log.error({ err: new Error("no booking 4f1c1c52-9f0e-4a3d-8f43-0d2f3e1c9a77") }, "no");
  expect(written()).toContain("4f1c1c52-9f0e-4a3d-8f43-0d2f3e1c9a77");
});

test("leaves a calendar's key out of a failed page's log line", () => {
  const { log, written } = aLog();
  const request = new Request(`https://breathroom.example/calendar/${key}.ics?key=${key}`);
  handleError(new Error("no"), {
    request,
    context: { services: { log } },
    params: {},
  } as unknown as ActionFunctionArgs);
  expect(written()).toContain('"path":"/calendar/…"');
  expect(written()).not.toContain(key);
});

test.each([405, 404, 400])("does not log a router refusal with status %i", (status) => {
  const { log, written } = aLog();
  const refused = { status, statusText: "", data: "", internal: true };
  const request = new Request("https://breathroom.example/sign-in", { method: "PUT" });
  handleError(refused, { request, context: { services: { log } }, params: {} } as unknown as ActionFunctionArgs);
  expect(written()).toBe("");
});
