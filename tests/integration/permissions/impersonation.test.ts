import { appRouter } from "@server/trpc/root";
import { anAccount, refusalOf, signedIn } from "../../support/accounts";
import { expect, test, type TestApp } from "../../support/test-app";

type Procedure = { _def: { type: string; meta?: { worksWhileImpersonating?: boolean } } };

const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).filter(
  ([, { _def }]) => _def.type === "mutation",
);
const open = ["accounts.endImpersonation", "accounts.signOut"];
const refused = {
  code: "forbidden",
  message: "You are looking at somebody else’s account: nothing can be changed in it.",
};

/** A browser in which the instructor looks at a member's account. */
async function impersonating(app: TestApp) {
  const member = await anAccount(app.db);
  const browser = await signedIn(app, await anAccount(app.db, { role: "admin" }));
  await browser.api.accounts.impersonate({ userId: member.id, reason: "She can't find her recording" });
  return browser;
}

function call(api: unknown, path: string): Promise<unknown> {
  const procedure = path.split(".").reduce((object, key) => (object as Record<string, unknown>)[key], api);
  return (procedure as (input: object) => Promise<unknown>)({});
}

test("exactly two mutations work while somebody else's account is looked at", () => {
  const works = mutations.filter(([, { _def }]) => _def.meta?.worksWhileImpersonating).map(([path]) => path);
  expect(works.sort()).toEqual(open);
  expect(mutations.length).toBeGreaterThan(30);
});

test("every other mutation is refused, whatever it is asked with", async ({ app }) => {
  const { api } = await impersonating(app);
  for (const [path] of mutations.filter(([path]) => !open.includes(path))) {
    expect([path, await refusalOf(call(api, path))]).toEqual([path, refused]);
  }
});

test("none of them is refused so to the member herself", async ({ app }) => {
  const { api } = await signedIn(app, await anAccount(app.db));
  for (const [path] of mutations.filter(([path]) => !open.includes(path))) {
    const outcome = await call(api, path).then(
      () => "done",
      (error: Error) => error.message,
    );
    expect([path, outcome]).not.toEqual([path, refused.message]);
  }
});
