import { payments, refunds, sessionBookings } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { aPaidBooking } from "../../../support/bookings";
import { aMember, type Member } from "../../../support/members";
import { findOnlyMail, setTotal } from "../../../support/money";
import { anOpenPurchase, aPurchase } from "../../../support/recordings";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

test("shows the agreed, paid and refunded amounts on a receipt, only to its owner", async ({ app }) => {
  const [member, other] = [await aMember(app), await aMember(app)];
  const session = await aSession(app.db, { priceMinor: 1800 });
  const paid = await aPaidBooking(app, session);
  const discountTerms = { type: "percentage", percentage: 10 } as const;
  const terms = { discountMinor: 180, totalMinor: 1620, appliedDiscountCode: "WELCOME10", discountTerms };
  const ofMember = { userId: member.user.id, ...terms };
  await setTotal(app.db, paid, ofMember);
  const [payment] = await app.db.update(payments).set({ amountMinor: 1620 }).returning();
  const bookingId = paid.id;
  expect(await member.api.bookings.getReceipt({ bookingId })).toMatchObject({
    reference: bookingId.slice(0, 8).toUpperCase(),
    listPrice: "£18.00",
    discount: { text: "10% off with WELCOME10", amount: "£1.80" },
    total: "£16.20",
    paid: [{ amount: "£16.20", isOutside: false }],
    returned: [],
  });
  await app.db.insert(refunds).values({
    paymentId: payment!.id,
    amountMinor: 1620,
    currency: "GBP",
    reason: "cancelled",
    state: "succeeded",
    settledAt: app.clock.now(),
  });
  const { returned } = await member.api.bookings.getReceipt({ bookingId });
  expect(returned).toMatchObject([{ amount: "£16.20", state: "returned" }]);
  expect((await refusalOf(other.api.bookings.getReceipt({ bookingId }))).code).toBe("not_found");
});

test("shows a receipt for a purchase, also a free one by code, but not for an unpaid one", async ({ app }) => {
  const [member, other] = [await aMember(app), await aMember(app)];
  const free = await aPurchase(app.db, member.account, {
    status: "free",
    discountMinor: 6000,
    totalMinor: 0,
    appliedDiscountCode: "FREE100",
    discountTerms: { type: "percentage", percentage: 100 },
  });
  const left = await aPurchase(app.db, member.account, { collection: "stress", status: "cancelled" });
  const receipt = (api: Member["api"], { id }: { id: string }) => api.purchases.getReceipt({ purchaseId: id });
  expect(await receipt(member.api, free)).toMatchObject({
    item: { title: "Birth Recordings" },
    listPrice: "€60.00",
    total: "€0.00",
    paid: [],
  });
  expect(await member.api.purchases.listMine()).toMatchObject([
    { id: free.id, amount: "Free", receiptPath: `/user/purchases/${free.id}/receipt` },
  ]);
  expect((await refusalOf(receipt(other.api, free))).code).toBe("not_found");
  expect((await refusalOf(receipt(member.api, left))).code).toBe("not_found");
});

test("calls a booking marked as free by the instructor unpaid in no mail, page or receipt", async ({ app }) => {
  const [admin, member] = [await asAdmin(app), await aMember(app)];
  const session = await aSession(app.db, { priceMinor: 900 });
  const { bookingId } = await aHold(app, session);
  await app.db.update(sessionBookings).set({
    userId: member.user.id,
    appliedDiscountCode: "WELCOME10",
    discountTerms: { type: "percentage", percentage: 10 },
  });
  await admin.orders.setStatus({ kind: "booking", id: bookingId, from: "pending pending", to: "free" });
  await app.runJobs();
  expect((await findOnlyMail(app, "booking-confirmation")).text).toMatch(/^Paid +Free$/m);
  expect((await findOnlyMail(app, "admin-new-booking")).text).toMatch(/^Paid +Free$/m);
  expect((await member.api.bookings.getManaged({ bookingId })).paid).toMatchObject({ amount: "Free", discount: null });
  expect((await app.as().bookings.getConfirmation({ bookingId })).amount).toBe("Free");
  expect(await member.api.bookings.getReceipt({ bookingId })).toMatchObject({
    listPrice: "£9.00",
    waived: "£9.00",
    total: "£0.00",
    paid: [],
  });
  const { attendees } = await admin.bookings.attendees.list({ sessionId: session.id, page: 1 });
  expect(attendees).toMatchObject([{ price: "Free" }]);
  expect((await admin.users.get({ id: member.user.id })).bookings).toMatchObject([{ price: "Free" }]);
  await admin.orders.setStatus({ kind: "booking", id: bookingId, from: "completed free", to: "cancelled" });
  expect(await app.as().bookings.getConfirmation({ bookingId })).toMatchObject({ state: "cancelled", amount: "Free" });
  expect((await member.api.bookings.getManaged({ bookingId })).paid.amount).toBe("Free");
});

test("calls a collection marked as free by the instructor unpaid in no mail, page or receipt", async ({ app }) => {
  const [admin, member] = [await asAdmin(app), await aMember(app)];
  const { purchaseId } = await anOpenPurchase(app, member.account);
  await admin.orders.setStatus({ kind: "purchase", id: purchaseId, from: "pending", to: "free" });
  await app.runJobs();
  expect((await findOnlyMail(app, "purchase-confirmation")).text).toMatch(/^Paid +Free$/m);
  const text = (await findOnlyMail(app, "admin-purchase")).text!;
  expect([text.includes("Free"), text.includes("£")]).toEqual([true, false]);
  expect(await member.api.purchases.listMine()).toMatchObject([{ amount: "Free" }]);
  expect((await admin.users.get({ id: member.user.id })).purchases).toMatchObject([{ price: "Free" }]);
  expect((await member.api.purchases.getReturn({ purchaseId })).isFree).toBe(true);
  expect(await member.api.purchases.getReceipt({ purchaseId })).toMatchObject({
    listPrice: "£51.00",
    waived: "£51.00",
    total: "£0.00",
    paid: [],
  });
});
