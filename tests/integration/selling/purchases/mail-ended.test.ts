import { anAccount } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aGiftCard } from "../../../support/gift-cards";
import { aPass, aPassOnSale } from "../../../support/passes";
import { expect, test, type TestApp } from "../../../support/test-app";

const bought = {
  pass: async (app: TestApp) => {
    const buyer = await anAccount(app.db);
    const { purchaseId } = await aPass(app, buyer, (await aPassOnSale(app.db)).id);
    return { buyer, purchaseId };
  },
  "gift card": async (app: TestApp) => {
    const { giver: buyer, purchaseId } = await aGiftCard(app);
    return { buyer, purchaseId };
  },
};

test.for(["pass", "gift card"] as const)(
  "tells the buyer of a %s that it has ended, and what ends, when it is removed without a refund",
  async (kind, { app }) => {
    const api = await asAdmin(app);
    const { buyer, purchaseId } = await bought[kind](app);
    await api.purchases.delete({ purchaseId, refund: "no" });
    await app.runJobs();
    const told = app.sentMails.filter(({ subject }) => subject.startsWith(`Your ${kind} has ended`));
    expect(told.map(({ to }) => to)).toEqual([buyer.email]);
    const text = told[0]!.text.replaceAll(/\s+/g, " ");
    expect(text).toContain("is gone.");
    expect(text).toContain("Your payment is not refunded.");
  },
);

test("leaves the end of what is refunded to the letter on its refund", async ({ app }) => {
  const api = await asAdmin(app);
  const { purchaseId } = await bought.pass(app);
  await api.purchases.delete({ purchaseId, refund: "yes" });
  await app.runJobs();
  const subjects = app.sentMails.map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("has ended"))).toEqual([]);
  expect(subjects.filter((subject) => subject.startsWith("Your refund"))).toHaveLength(1);
});
