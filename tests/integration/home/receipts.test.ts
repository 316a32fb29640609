import { eq } from "drizzle-orm";
import { payments, refunds, sessionBookings } from "@db/schema";
import { refusalOf } from "../../support/accounts";
import { aPaidBooking } from "../../support/bookings";
import { aMember, type Member } from "../../support/members";
import { aPurchase } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/test-app";

test("a receipt says what was agreed, paid and given back; it is the owner's only", async ({ app }) => {
  const [member, other] = [await aMember(app), await aMember(app)];
  const session = await aSession(app.db, { priceMinor: 1800 });
  const paid = await aPaidBooking(app, session);
  const discountTerms = { type: "percentage", percentage: 10 } as const;
  const terms = { discountMinor: 180, totalMinor: 1620, appliedDiscountCode: "WELCOME10", discountTerms };
  const ofMember = { userId: member.user.id, ...terms };
  await app.db.update(sessionBookings).set(ofMember).where(eq(sessionBookings.id, paid.id));
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

test("a purchase has a receipt as well, also one that a code made free; one that was never paid has none", async ({
  app,
}) => {
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
