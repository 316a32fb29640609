import { eq } from "drizzle-orm";
import { passes, purchases } from "@db/schema";
import { referenceOf } from "@server/core/reference";
import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aPass, aPassOnSale, bookWithPass } from "../../../support/passes";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Gives each of four holders a pass in another state. */
async function fourHolders(app: TestApp) {
  const one = await aPassOnSale(app.db, { credits: 1 }, { title: "One session" });
  const ten = await aPassOnSale(app.db);
  const hold = async (fullName: string, product: { id: string }) => {
    const account = await anAccount(app.db, { fullName, email: `${fullName.toLowerCase()}@example.com` });
    const pass = await aPass(app, account, product.id);
    app.clock.moveBy(1);
    return { account, pass };
  };
  const valid = await hold("Valid", ten);
  const usedUp = await hold("Used", one);
  await bookWithPass(app, usedUp.account, await aSession(app.db));
  const stopped = await hold("Stopped", ten);
  await app.db.update(passes).set({ frozenAt: app.clock.now() }).where(eq(passes.id, stopped.pass.id));
  const ended = await hold("Ended", ten);
  await app.db.update(passes).set({ endedAt: app.clock.now() }).where(eq(passes.id, ended.pass.id));
  return { api: await asAdmin(app), one, ten, valid };
}

test("lists passes by holder, newest first, by pass, state, name, address and reference", async ({ app }) => {
  const { api, one, valid } = await fourHolders(app);
  const found = async (query: object) =>
    (await api.orders.listHeldPasses(query)).passes.map(({ holder, state, left }) => `${holder}: ${state}, ${left}`);
  expect(await found({})).toEqual([
    "Ended: ended, 10 of 10 left",
    "Stopped: stopped, 10 of 10 left",
    "Used: used_up, 0 of 1 left",
    "Valid: valid, 10 of 10 left",
  ]);
  expect(await found({ pass: one.id })).toEqual(["Used: used_up, 0 of 1 left"]);
  for (const state of ["valid", "used_up", "ended", "stopped"]) {
    expect(await found({ state })).toEqual([expect.stringContaining(`: ${state},`)]);
  }
  expect(await found({ search: "valid@exa" })).toHaveLength(1);
  const reference = referenceOf({ id: valid.pass.purchaseId });
  expect(await found({ search: reference })).toEqual(["Valid: valid, 10 of 10 left"]);
  expect((await api.office.search({ search: reference })).passes.items).toMatchObject([{ holder: "Valid" }]);
  expect((await api.office.search({ search: "Used" })).passes.items).toMatchObject([{ left: "0 of 1 left" }]);
});

test("counts a pass as over from its end on, in the list and on its page", async ({ app }) => {
  const { api, valid } = await fourHolders(app);
  app.clock.moveBy(200 * 24 * 60);
  expect((await api.orders.listHeldPasses({ state: "valid" })).passes).toEqual([]);
  expect((await api.orders.getHeldPass({ id: valid.pass.id })).state).toBe("ended");
});

test("names passes with their holder's page and home, and leaves out removed ones", async ({ app }) => {
  const { api, valid } = await fourHolders(app);
  const key = valid.account.id;
  expect((await api.people.get({ key })).passes).toMatchObject([{ id: valid.pass.id, state: "valid" }]);
  const home = await app.as(actingAs(valid.account)).home.get();
  expect(home.passes).toMatchObject([
    { title: "Ten sessions", balance: expect.stringContaining("10 of 10 left, until") as string },
  ]);
  await app.db.update(purchases).set({ archivedAt: app.clock.now() }).where(eq(purchases.id, valid.pass.purchaseId));
  expect((await api.people.get({ key })).passes).toEqual([]);
  expect((await api.orders.listHeldPasses({ search: "valid" })).passes).toEqual([]);
});
