import { randomUUID } from "node:crypto";
import { giftCards } from "@db/schema";
import { tendGiftCards } from "@server/selling/gift-cards/tend-gift-cards";
import { eq } from "drizzle-orm";
import { refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf } from "../../../support/admin-sessions";
import { aGiftCard, giftEntriesOf } from "../../../support/gift-cards";
import { expect, test, type TestApp } from "../../../support/test-app";

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

test("extends no card that was taken back or redeemed", async ({ app }) => {
  const { admin } = (await anAdmin(app)).api.giftCards;
  const card = await aGiftCard(app);
  const { extension } = await admin.getSold({ id: card.id });
  const form = {
    id: card.id,
    lastDay: "2190-05-03",
    reason: "Late",
    version: extension!.version,
    formKey: randomUUID(),
  };
  await app.db.update(giftCards).set({ endedAt: app.clock.now() }).where(eq(giftCards.id, card.id));
  expect(await refusalOf(admin.extend(form))).toMatchObject({ code: "closed" });
  expect((await admin.getSold({ id: card.id })).extension).toBeNull();
});
