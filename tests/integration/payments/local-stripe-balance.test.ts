import type Stripe from "stripe";
import { describe } from "vitest";
import { aCheckout, aLineItem, expect, refusalOf, test, type World } from "./local-stripe-world";

// Every key that the real API always sends, in alphabetical order.
const transactionKeys =
  "amount available_on balance_type created currency description exchange_rate fee fee_details id net object " +
  "reporting_category source status type";
const feeKeys = "amount application currency description type";
const payoutKeys =
  "amount application_fee application_fee_amount arrival_date automatic balance_transaction created currency " +
  "description destination failure_balance_transaction failure_code failure_message id livemode metadata method object " +
  "original_payout payout_method reconciliation_status reversed_by source_type statement_descriptor status trace_id type";

const keysOf = (object: object | null | undefined) =>
  Object.keys(object ?? {})
    .filter((key) => key !== "lastResponse")
    .sort()
    .join(" ");

const day = 24 * 60 * 60;

async function pay({ client, stripe }: World, amount = 1800, currency = "gbp") {
  const item = aLineItem({ amount });
  const line = { ...item, price_data: { ...item.price_data, currency } };
  const { id } = await client.checkout.sessions.create(aCheckout({ line_items: [line] }));
  await stripe.control.payNow(id);
  return id;
}

const listed = async ({ client }: World, params: Stripe.BalanceTransactionListParams = {}) =>
  (await client.balanceTransactions.list({ limit: 100, ...params })).data.toReversed();

const inShort = ({ type, amount, fee, net, currency }: Stripe.BalanceTransaction) =>
  `${type} ${amount} - ${fee} = ${net} ${currency}`;

test("adds a payment less 1.5 % and 20p to the balance, with every key", async ({ world }) => {
  const { client, clock } = world;
  const sessionId = await pay(world);
  const session = await client.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent.latest_charge.balance_transaction"],
  });
  const charge = (session.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
  const transaction = charge.balance_transaction as Stripe.BalanceTransaction;
  expect(keysOf(transaction)).toBe(transactionKeys);
  expect(keysOf(transaction.fee_details[0])).toBe(feeKeys);
  const now = Math.floor(clock.now().getTime() / 1000);
  expect(transaction).toMatchObject({
    object: "balance_transaction",
    type: "charge",
    reporting_category: "charge",
    source: charge.id,
    amount: 1800,
    fee: 47,
    net: 1753,
    currency: "gbp",
    exchange_rate: null,
    status: "pending",
    created: now,
    available_on: now - (now % day) + 3 * day,
    fee_details: [{ amount: 47, currency: "gbp", type: "stripe_fee", description: "Stripe processing fees" }],
  });
  expect(await client.balanceTransactions.retrieve(transaction.id)).toMatchObject({ id: transaction.id });
});

test("converts a payment in euros to pounds, and takes 2 % more for it", async ({ world }) => {
  await pay(world, 6000, "eur");
  expect(await listed(world)).toMatchObject([
    { amount: 5160, currency: "gbp", exchange_rate: 0.86, fee: 201, net: 4959 }, // 3.5 % of 51.60 and 20p
  ]);
});

test("gives no fee back for a refund, and returns the money of one that fails", async ({ world }) => {
  const sessionId = await pay(world);
  const refund = await world.stripe.control.refund({ sessionId, amount: 800 });
  await world.stripe.control.settleRefund({ refundId: refund.id, status: "failed" });
  const pending = await world.stripe.control.refund({ sessionId, amount: 500, status: "pending" });
  expect(pending.balance_transaction).toBeNull();
  await world.stripe.control.settleRefund({ refundId: pending.id, status: "succeeded" });
  expect((await listed(world)).map(inShort)).toEqual([
    "charge 1800 - 47 = 1753 gbp",
    "refund -800 - 0 = -800 gbp",
    "refund_failure 800 - 0 = 800 gbp",
    "refund -500 - 0 = -500 gbp",
  ]);
  expect(await world.client.refunds.retrieve(refund.id, { expand: ["balance_transaction"] })).toMatchObject({
    balance_transaction: { net: -800 },
    failure_balance_transaction: expect.stringMatching(/^txn_/) as string,
  });
});

test("takes a disputed payment and £20, and keeps the £20 when it is won; an inquiry takes nothing", async ({
  world,
}) => {
  const sessionId = await pay(world);
  const { id: disputeId } = await world.stripe.control.dispute({ sessionId, isInquiry: true });
  expect(await listed(world)).toHaveLength(1);
  await world.stripe.control.moveDispute({ disputeId, status: "needs_response" });
  await world.stripe.control.moveDispute({ disputeId, status: "won" });
  const [, taken, returned] = await listed(world);
  expect(taken).toMatchObject({ type: "adjustment", reporting_category: "dispute", source: disputeId, net: -3800 });
  expect(returned).toMatchObject({ type: "adjustment", reporting_category: "dispute_reversal", fee: 0, net: 1800 });
  const dispute = await world.client.disputes.retrieve(disputeId);
  expect(dispute.balance_transactions).toEqual([taken, returned]);
});

describe("payouts", () => {
  test("hold what is available at midnight, with every key, and arrive a day later", async ({ world }) => {
    const { client, clock, receiver } = world;
    await pay(world, 1800);
    await pay(world, 1200);
    clock.moveBy(3 * day);
    const [payout] = (await client.payouts.list()).data;
    expect(keysOf(payout)).toBe(payoutKeys);
    expect(keysOf(payout?.trace_id)).toBe("status value");
    expect(payout).toMatchObject({
      object: "payout",
      amount: 1753 + 1162,
      currency: "gbp",
      status: "in_transit",
      automatic: true,
      reconciliation_status: "completed",
      type: "bank_account",
    });
    expect(payout!.arrival_date).toBe(payout!.created + day);
    expect(payout!.created % day).toBe(0);

    const held = await listed(world, { payout: payout!.id, expand: ["data.source"] });
    expect(held.map(inShort)).toEqual([
      "charge 1800 - 47 = 1753 gbp",
      "charge 1200 - 38 = 1162 gbp",
      "payout -2915 - 0 = -2915 gbp",
    ]);
    expect(held.map(({ source, status }) => [(source as { object: string }).object, status])).toEqual([
      ["charge", "available"],
      ["charge", "available"],
      ["payout", "available"],
    ]);
    clock.moveBy(day);
    expect(await client.payouts.retrieve(payout!.id)).toMatchObject({
      status: "paid",
      trace_id: { status: "supported" },
    });
    const sent = await receiver.until((events) => events.some(({ type }) => type === "payout.paid"));
    expect(sent.map(({ type }) => type).filter((type) => type.startsWith("payout."))).toEqual([
      "payout.created",
      "payout.reconciliation_completed",
      "payout.updated",
      "payout.paid",
    ]);
  });

  test("wait while the balance is not above zero", async ({ world }) => {
    const { client, clock, stripe } = world;
    await stripe.control.dispute({ sessionId: await pay(world) });
    clock.moveBy(10 * day);
    expect((await client.payouts.list()).data).toEqual([]);
    await pay(world, 9000);
    clock.moveBy(4 * day);
    expect((await client.payouts.list()).data).toMatchObject([{ amount: 1753 - 3800 + 8845 }]);
  });

  test("are made for each midnight that passed meanwhile, once by any number of processes", async ({ world }) => {
    const { client, clock, startAnother } = world;
    await startAnother();
    for (const amount of [1800, 1900, 2000]) {
      await pay(world, amount);
      clock.moveBy(day);
    }
    clock.moveBy(10 * day);
    const lists = await Promise.all([client.payouts.list(), client.payouts.list({ status: "paid" })]);
    for (const { data } of lists) {
      expect(data.map(({ amount, status }) => [amount, status])).toEqual([
        [1950, "paid"],
        [1851, "paid"],
        [1753, "paid"],
      ]);
    }
    const [{ data }] = lists;
    expect((await listed(world, { type: "payout" })).map(({ source }) => source)).toEqual(
      data.map(({ id }) => id).reverse(),
    );
  });

  test("return their money when they fail, which the next one holds", async ({ world }) => {
    const { client, clock, stripe } = world;
    await pay(world);
    const [paid] = await stripe.control.payOut();
    const failed = await stripe.control.failPayout({ payoutId: paid!.id });
    expect(keysOf(failed)).toBe(payoutKeys);
    expect(failed).toMatchObject({ status: "failed", failure_code: "account_closed" });
    await expect(stripe.control.failPayout({ payoutId: paid!.id })).rejects.toThrow("can't fail");
    clock.moveBy(2 * day);
    const [next] = (await client.payouts.list({ limit: 1 })).data;
    expect((await listed(world, { payout: next!.id })).map(inShort)).toEqual([
      "payout_failure 1753 - 0 = 1753 gbp",
      "payout -1753 - 0 = -1753 gbp",
    ]);
  });
});

test("filters and pages balance transactions, and refuses what it does not know", async ({ world }) => {
  const { client, clock } = world;
  await pay(world, 1800);
  clock.moveBy(60);
  await pay(world, 1900);
  const [first, second] = await listed(world);
  const ids = async (params: Stripe.BalanceTransactionListParams) => (await listed(world, params)).map(({ id }) => id);
  expect(await ids({ source: second!.source as string })).toEqual([second!.id]);
  expect(await ids({ created: { lt: second!.created } })).toEqual([first!.id]);
  expect(await ids({ currency: "EUR" })).toEqual([]);
  expect(await ids({ limit: 1, starting_after: second!.id })).toEqual([first!.id]);
  expect(await refusalOf(client.balanceTransactions.list({ payout: "po_none" }))).toMatchObject({
    statusCode: 404,
    message: "No such payout: 'po_none'",
  });
  expect(await refusalOf(client.payouts.list({ destination: "ba_1" }))).toMatchObject({ code: "parameter_unknown" });
  expect(await refusalOf(client.payouts.create({ amount: 100, currency: "gbp" }))).toMatchObject({ statusCode: 404 });
  await world.stripe.control.payOut();
  expect(await refusalOf(client.payouts.list({ expand: ["data.destination"] }))).toMatchObject({ statusCode: 400 });
});
