import type { ActionFunctionArgs } from "@remix-run/node";
import { TRPCError } from "@trpc/server";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog } from "@server/log";
import { handleError } from "~/entry.server";

/** A log, and what was written to it. */
function aLog() {
  let written = "";
  const log = createLog("info", { write: (line) => void (written += line) });
  return { log, written: () => written };
}

const key = "T2x2R1hQ0nVd0b7c5aYk3mW9eL4uJ8sF6iZpXqHrN1o";

test("a failed query is told of without what it was asked with", () => {
  const { log, written } = aLog();
  const cause = Object.assign(new Error("connection lost"), { detail: "Key (email)=(hannah@example.com) exists." });
  const failed = new DrizzleQueryError("select $1", [key, "Hannah\nOkafor", null], cause);
  for (const err of [failed, new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: failed })]) log.error({ err }, "no");
  expect(written()).toContain("Failed query: select $1");
  expect(written()).toContain("connection lost");
  expect(written()).not.toMatch(new RegExp(`${key}|Hannah|Okafor|hannah@`));
});

test("whatever else was thrown is told of as it is", () => {
  const { log, written } = aLog();
  log.error({ err: "no error at all" }, "no");
  expect(JSON.parse(written())).toMatchObject({ err: "no error at all" });
});

test("the key of a calendar is no part of what is said of a page that failed", () => {
  const { log, written } = aLog();
  const request = new Request(`https://breathroom.example/calendar/${key}.ics?key=${key}`);
  handleError(new Error("no"), {
    request,
    context: { services: { log } },
    params: {},
  } as unknown as ActionFunctionArgs);
  expect(written()).toContain('"path":"/calendar/….ics"');
  expect(written()).not.toContain(key);
});
