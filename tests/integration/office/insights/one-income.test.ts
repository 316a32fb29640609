import { anAccount } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { recordsOfCsv } from "../../../support/csv";
import { aGiftCard } from "../../../support/gift-cards";
import { aPaidManualBooking } from "../../../support/manual-bookings";
import { aPaidBooking, waitForAllEvents } from "../../../support/money";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const inPounds = (minor: number) => `£${(minor / 100).toFixed(2)}`;
const minorOf = (amount: string) => Math.round(Number(amount.replaceAll(/[£,]/g, "")) * 100);

/** Returns the income that each page gives, and what each says is still to refund. */
async function figuresOf(app: TestApp, { api }: Awaited<ReturnType<typeof anAdmin>>) {
  const insights = await api.insights.get({});
  const { income } = await api.office.getOverview();
  const ledger = await api.payments.listLedger({});
  const { people } = await api.people.list({});
  const rows = recordsOfCsv((await api.orders.export({})).csv);
  const column = (name: string) => sumOf(rows.map((row) => row[name] ?? ""));
  const sumOf = (amounts: string[]) => inPounds(amounts.reduce((sum, amount) => sum + minorOf(amount), 0));
  return {
    income: {
      insights: insights.revenue.currencies[0]?.total,
      overview: income[0]?.thisMonth,
      payments: ledger.income,
      orders: column("Income (as in Insights)"),
      people: sumOf(people.flatMap(({ spent }) => spent)),
      persons: sumOf(
        (await Promise.all(people.map(({ key }) => api.people.get({ key })))).flatMap(({ history }) => history.spent),
      ),
    },
    toRefund: {
      insights: insights.toRefund.byHand ?? "£0.00",
      overview: income[0]?.toRefund ?? "£0.00",
      payments: ledger.outside.owed.amount ?? "£0.00",
      orders: column("Still to refund"),
      people: sumOf(people.flatMap(({ toRefund }) => toRefund)),
      persons: sumOf(
        (await Promise.all(people.map(({ key }) => api.people.get({ key })))).flatMap(
          ({ history }) => history.toRefund,
        ),
      ),
    },
  };
}

const everywhere = (amount: string) =>
  Object.fromEntries(["insights", "overview", "payments", "orders", "people", "persons"].map((page) => [page, amount]));

test("gives one income on every page and file, and beside it what is still to refund", async ({ app }) => {
  const admin = await anAdmin(app);
  const [kept, cancelled] = [await aSession(app.db), await aSession(app.db)];
  const { checkoutId } = await aPaidBooking(app, kept);
  await aPaidManualBooking(app, admin, kept);
  const owed = await aPaidManualBooking(app, admin, cancelled, { firstName: "Noor" });
  await aPaidManualBooking(app, admin, cancelled, { firstName: "Priya" });
  // The sale of a card is no income yet.
  await aGiftCard(app, { giver: await anAccount(app.db) });
  // 18 by card and 3 × 18 outside Stripe.
  expect(await figuresOf(app, admin)).toEqual({ income: everywhere("£72.00"), toRefund: everywhere("£0.00") });

  // A sick day: 2 × 18 are to be given back, and have not been.
  await admin.api.sessions.cancel({ id: cancelled.id });
  expect(await figuresOf(app, admin)).toEqual({ income: everywhere("£72.00"), toRefund: everywhere("£36.00") });

  const [refund] = (await admin.api.orders.get({ kind: "booking", id: owed })).owedByHand;
  await admin.api.payments.settleOutsideRefund(refund!);
  expect(await figuresOf(app, admin)).toEqual({ income: everywhere("£54.00"), toRefund: everywhere("£18.00") });

  // A dispute takes nothing off until it is lost.
  const { id } = await app.stripe.control.dispute({ sessionId: checkoutId });
  await waitForAllEvents(app);
  expect((await figuresOf(app, admin)).income).toEqual(everywhere("£54.00"));
  await app.stripe.control.moveDispute({ disputeId: id, status: "lost" });
  await waitForAllEvents(app);
  expect((await figuresOf(app, admin)).income).toEqual(everywhere("£36.00"));
});
