import { randomUUID } from "node:crypto";
import { giftCards } from "@db/schema";
import { tendGiftCards } from "@server/catalogue/gift-cards/tend-gift-cards";
import { eq } from "drizzle-orm";
import { refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf } from "../../../support/admin-sessions";
import { aGiftCard, giftEntriesOf } from "../../../support/gift-cards";
import { expect, test, type TestApp } from "../../../support/test-app";

type Office = Awaited<ReturnType<typeof anAdmin>>["api"]["giftCards"]["admin"];

/** Returns the form that extends a card to 2190, as it is opened now. */
async function formOf(admin: Office, { id }: { id: string }) {
  const { extension } = await admin.getSold({ id });
  return { id, lastDay: "2190-05-03", reason: "Late", version: extension!.version, formKey: randomUUID() };
}

const changeMails = (app: TestApp) => app.sentMails.filter(({ text }) => text.includes("It is now valid until"));

test("extends a card once with a reason, gives back what was written off, and tells its holder", async ({ app }) => {
  const { admin } = (await anAdmin(app)).api.giftCards;
  const card = await aGiftCard(app, { to: "other", recipientEmail: "hannah@example.com" });
  app.clock.moveBy((card.endsAt!.getTime() - app.clock.now().getTime()) / 60_000 + 60);
  await tendGiftCards(app.services);
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, expired -5000");
  const { extension } = await admin.getSold({ id: card.id });
  const form = { id: card.id, reason: "She was ill", version: extension!.version, formKey: randomUUID() };
  for (const lastDay of [extension!.lastDay, "2020-01-01"]) {
    expect((await refusalOf(admin.extend({ ...form, lastDay }))).message).toMatch(/^Choose a day after/);
  }
  const extended = { ...form, lastDay: "2190-05-03" };
  await Promise.all([admin.extend(extended), admin.extend(extended)]);
  await app.runJobs();
  expect(await giftEntriesOf(app.db, card)).toBe("issued 5000, expired -5000, adjusted 5000");
  const { balance } = await app.as().giftCards.readBalance({ giftCode: card.code });
  expect(balance).toContain("May 3, 2190");
  expect(changeMails(app).map(({ to }) => to)).toEqual(["hannah@example.com"]);
  expect(changeMails(app)[0]!.text).toContain("She was ill");
  expect(await auditOf(app, card.id)).toEqual(["gift_card.extended"]);
  const outdated = await refusalOf(admin.extend({ ...extended, lastDay: "2191-01-01", formKey: randomUUID() }));
  expect(outdated.code).toBe("changed_meanwhile");
});

test("extends no card that was taken back", async ({ app }) => {
  const { admin } = (await anAdmin(app)).api.giftCards;
  const card = await aGiftCard(app);
  const form = await formOf(admin, card);
  await app.db.update(giftCards).set({ endedAt: app.clock.now() }).where(eq(giftCards.id, card.id));
  const refusal = await refusalOf(admin.extend(form));
  expect(refusal.code).toBe("closed");
  expect(refusal.message).toContain("refunded");
  expect((await admin.getSold({ id: card.id })).extension).toBeNull();
});

test("gives back only what the end that is replaced wrote off, once for all forms", async ({ app }) => {
  const { admin } = (await anAdmin(app)).api.giftCards;
  const card = await aGiftCard(app);
  const [first, second] = [await formOf(admin, card), await formOf(admin, card)];
  app.clock.moveBy((card.endsAt!.getTime() - app.clock.now().getTime()) / 60_000 + 60);
  const results = await Promise.allSettled([admin.extend(first), admin.extend({ ...second, lastDay: "2191-05-03" })]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const expired = "issued 5000, expired -5000, adjusted 5000";
  expect(await giftEntriesOf(app.db, card)).toBe(expired);
  await admin.extend({ ...(await formOf(admin, card)), lastDay: "2192-05-03" });
  expect(await giftEntriesOf(app.db, card)).toBe(expired);
});
