import { eq } from "drizzle-orm";
import { purchases, outboxEmails, siteSettings, withdrawalRequests } from "@db/schema";
import { deleteAccount } from "@server/office/deletion/delete-account";
import { aFreeBooking } from "../../../support/bookings";
import { refusalCodes, repeat, test as liveTest } from "../../../support/live-limits";
import { mailedTemplates } from "../../../support/money";
import { columnsContaining } from "../../../support/profile";
import { fillCollections, purchaseStatus } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { recordStatements } from "../../../support/statements";
import { aWithdrawal, buyPurchase, test, withdraw } from "../../../support/withdrawals";
import { expect } from "../../../support/test-app";

const day = 24 * 60;

const cases = [
  { days: 13, isWaived: false, right: "open" },
  { days: 15, isWaived: false, right: "late" },
  { days: 13, isWaived: true, right: "ended" },
  { days: 15, isWaived: true, right: "ended" },
];

test.for(cases)(
  "says what applies on day $days, waived: $isWaived",
  async ({ days, isWaived, right }, { app, admin }) => {
    // A Tuesday, so that no weekend moves the end.
    const now = app.clock.now();
    app.clock.moveBy(((2 - now.getUTCDay() + 7) % 7) * day);
    const { account, purchaseId, reference } = await buyPurchase(app, { isWaived });
    app.clock.moveBy(days * day);
    const { id } = await withdraw(app, { contract: `My recordings, ${reference}`, email: account.email });
    const { contracts } = await admin.api.withdrawals.admin.get({ id });
    expect(contracts).toMatchObject([{ id: purchaseId, right, isSameAddress: true, left: "£51.00", isTold: true }]);
    expect(contracts[0]?.waiver === null).toBe(!isWaived);
  },
);

test("takes a waiver for void whose receipt did not arrive", async ({ app, admin }) => {
  const { account } = await buyPurchase(app);
  const confirmation = eq(outboxEmails.template, "purchase-confirmation");
  await app.db.update(outboxEmails).set({ bouncedAt: app.clock.now() }).where(confirmation);
  const { id } = await withdraw(app, { contract: "Birth", email: account.email });
  expect((await admin.api.withdrawals.admin.get({ id })).contracts).toMatchObject([{ right: "open", isTold: false }]);
});

test("mails the receipt and a notice at once, and ends nothing by itself", async ({ app, admin }) => {
  const { account, purchaseId } = await buyPurchase(app);
  app.sentMails.length = 0;
  const { id } = await withdraw(app, { contract: "Birth, see https://evil.example", email: account.email });
  await app.runJobs();
  const [receipt] = app.sentMails.filter(({ to }) => to === account.email);
  const { receivedAt } = await app.as().withdrawals.getReceived({ id });
  for (const part of ["Hannah Okafor", receivedAt, id.slice(0, 8).toUpperCase()]) expect(receipt!.text).toContain(part);
  expect(receipt!.text).not.toMatch(/accept/i);
  expect(receipt!.html).not.toContain("https://evil.example");
  const [notice] = app.sentMails.filter(({ to }) => to === app.services.settings.adminEmail);
  expect(notice!.text).toContain(`/admin/withdrawals/${id}`);
  expect(await purchaseStatus(app, purchaseId)).toBe("paid");
  expect(await admin.api.office.getOverview()).toMatchObject({ waiting: { withdrawals: 1 } });
});

test("answers, mails and asks the database the same for a customer and for a stranger", async ({ app, admin }) => {
  const { account, reference } = await buyPurchase(app);
  await app.runJobs();
  const sent = recordStatements(app);
  const statementsFor = async (contract: string, email: string) => {
    sent.length = 0;
    await withdraw(app, { contract, email });
    return [...sent];
  };
  await statementsFor("Warming up", "warm@example.com");
  const known = await statementsFor(reference, account.email);
  const unknown = await statementsFor("00000000", "stranger@example.com");
  expect(unknown).toEqual(known);
  expect(known.join(" ")).not.toContain("customer_email");
  const { withdrawals } = await admin.api.withdrawals.admin.list({});
  const { id } = withdrawals.find(({ contract }) => contract === "00000000")!;
  expect((await admin.api.withdrawals.admin.get({ id })).contracts).toEqual([]);
  const others = await withdraw(app, { contract: reference, email: "stranger@example.com" });
  const { contracts } = await admin.api.withdrawals.admin.get(others);
  expect(contracts).toMatchObject([{ isSameAddress: false }]);
  const mails = await app.db.select().from(outboxEmails).where(eq(outboxEmails.recipient, "stranger@example.com"));
  expect(JSON.stringify(mails)).not.toContain(account.email);
});

test("shows a booking as exempt, and refunds it nowhere but among the orders", async ({ app, admin }) => {
  const booking = await aFreeBooking(app, await aSession(app.db, { priceMinor: 0 }), { email: "hannah@example.com" });
  const { id } = await withdraw(app, { contract: "A session", email: "Hannah@example.com" });
  expect((await admin.api.withdrawals.admin.get({ id })).contracts).toMatchObject([
    { kind: "booking", right: "exempt" },
  ]);
  const refund = admin.api.withdrawals.admin.refund({ id, kind: "booking", contractId: booking.id });
  await expect(refund).rejects.toThrow("No one may withdraw from it.");
});

test("takes the same form for one withdrawal, and changed words for another", async ({ app, admin: _ }) => {
  const form = aWithdrawal({ contract: "Birth", email: "hannah@example.com" });
  const { withdrawals } = app.as();
  const answers = await Promise.all(Array.from({ length: 5 }, () => withdrawals.confirm(form)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await withdrawals.confirm({ ...form, contract: "Stress" });
  expect(await app.db.$count(withdrawalRequests)).toBe(2);
  expect(await mailedTemplates(app)).toEqual([...repeat("admin-withdrawal", 2), ...repeat("withdrawal-received", 2)]);
});

test("says which rule applies where nothing is sold or it is switched off", async ({ app }) => {
  const { withdrawals } = app.as();
  expect(await withdrawals.getPage()).toMatchObject({ isOffered: false, whyNot: null });
  await fillCollections(app.db);
  expect(await withdrawals.getPage()).toMatchObject({ isOffered: true, cancelling: { isOn: true, hours: 24 } });
  const value = { isOn: false, reason: "I sell to businesses only." };
  await app.db.insert(siteSettings).values({ key: "withdrawal", value });
  expect(await withdrawals.getPage()).toMatchObject({ isOffered: false, whyNot: "I sell to businesses only." });
  const closed = withdraw(app, { contract: "Birth", email: "hannah@example.com" });
  await expect(closed).rejects.toThrow("Withdrawing is not offered here any more.");
});

test("exports a member's withdrawals, and empties them with the account but keeps an open one", async ({
  app,
  admin,
}) => {
  const { account, purchaseId } = await buyPurchase(app, { isWaived: false });
  await app.db.update(purchases).set({ userId: account.id });
  const { id } = await withdraw(app, { contract: `Mine, ${account.fullName}`, email: account.email });
  const member = app.as({ user: { ...account } });
  expect((await member.profile.exportData()).withdrawals).toMatchObject([{ id, status: "received" }]);
  await app.runJobs();
  await deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });
  expect(await columnsContaining(app.db, [account.email, account.fullName])).toEqual([]);
  const { contracts, status } = await admin.api.withdrawals.admin.get({ id });
  expect([status, contracts.map((contract) => contract.id)]).toEqual(["received", [purchaseId]]);
});

liveTest("limits withdrawals from a network and to an address", async ({ app }) => {
  await fillCollections(app.db);
  const from = (address: string) => app.as({ visitor: { address } }).withdrawals;
  const call = (nth: number) =>
    from("198.51.100.1").confirm(aWithdrawal({ contract: "Birth", email: `${nth}@example.com` }));
  expect(await refusalCodes(11, call)).toEqual([...repeat(undefined, 10), "rate_limited"]);
  const email = "hannah@example.com";
  const flood = (nth: number) => from(`203.0.113.${nth}`).confirm(aWithdrawal({ contract: "Birth", email }));
  expect(await refusalCodes(21, flood)).toEqual([...repeat(undefined, 20), "rate_limited"]);
});
