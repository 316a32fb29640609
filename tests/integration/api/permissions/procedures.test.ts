import { TRPCError } from "@trpc/server";
import { startAccountSession } from "@server/accounts/lucia";
import { appRouter } from "@server/api/root";
import { anAccount } from "../../../support/accounts";
import { expect, test, type TestApp } from "../../../support/test-app";
import type { TestBrowser } from "../../../support/test-browser";
import { procedures, type Admits } from "./procedures-table";

const actors = ["visitor", "second factor missing", "member", "other member", "admin"] as const;
type Actor = (typeof actors)[number];

/** Returns the access refusal; null when the call was let through, whatever its outcome. */
async function refusal(call: Promise<unknown>): Promise<string | null> {
  const doors = ["Please sign in.", "You do not have admin privileges"];
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof TRPCError && doors.includes(error.message) ? error.message : null;
}

function expected(admits: Admits, actor: Actor): string | null {
  if (admits === "impersonators") return "Please sign in.";
  if (admits === "half signed in") return actor === "second factor missing" ? null : "Please sign in.";
  if (admits === "everybody" || actor === "admin") return null;
  if (actor === "visitor" || actor === "second factor missing") return "Please sign in.";
  return admits === "members" ? null : "You do not have admin privileges";
}

type Browsers = Record<Actor, () => Promise<TestBrowser>>;

/** Returns browsers of the actors, each in its own session because some procedures end it. */
async function browsersOf(app: TestApp): Promise<Browsers> {
  const signedIn = async (actor: Actor, role: "member" | "admin" = "member", isComplete = true) => {
    const user = await anAccount(app.db, { fullName: actor, role, passwordHash: null });
    return async () => {
      const session = { userId: user.id, isComplete, recoveredAt: null, userAgent: null };
      const { cookie } = await startAccountSession(app.db, app.services, session);
      const browser = app.browser();
      browser.sessionKey = /=([^;]+)/.exec(cookie)?.[1] ?? null;
      return browser;
    };
  };
  return {
    visitor: () => Promise.resolve(app.browser()),
    "second factor missing": await signedIn("second factor missing", "member", false),
    member: await signedIn("member"),
    "other member": await signedIn("other member"),
    admin: await signedIn("admin", "admin"),
  };
}

test("lists every procedure in the table, and no others", () => {
  expect(Object.keys(procedures).sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
});

const routers = [...new Set(Object.keys(procedures).map((path) => path.replace(/\.\w+$/, "")))];

test.for(routers)("admits to each procedure of %s those the table lists", async (router, { app }) => {
  const browsers = await browsersOf(app);
  const own = Object.entries(procedures).filter(([path]) => path.replace(/\.\w+$/, "") === router);
  for (const [path, { admits, input }] of own) {
    for (const actor of actors) {
      const { api } = await browsers[actor]();
      const procedure = path.split(".").reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], api);
      const answer = await refusal((procedure as (input?: object) => Promise<unknown>)(input));
      expect([path, actor, answer]).toEqual([path, actor, expected(admits, actor)]);
    }
  }
});
