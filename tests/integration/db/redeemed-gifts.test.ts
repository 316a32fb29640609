import { randomUUID } from "node:crypto";
import { migrate } from "@db/migrate";
import { expect } from "../../support/database";
import { insertRows, testOlder } from "../../support/older-database";

/** A database as it was when passes were given by a card of their own kind. */
const test = testOlder("0037_no-waiting-bookings");

const passId = randomUUID();
const day = (days: number): Date => new Date(Date.UTC(2026, 9, 1 + days, 9));

const purchaseOf = (values: Record<string, unknown>) => ({
  id: randomUUID(),
  product_id: passId,
  product_kind: "pass",
  product_title: "Ten evenings",
  customer_name: "Ada",
  customer_email: "ada@example.com",
  form_key: randomUUID(),
  list_price_minor: 9000,
  total_minor: 9000,
  currency: "GBP",
  created_at: day(0),
  completed_at: day(0),
  status: "paid",
  ...values,
});

/** A pass that was given and redeemed, as the rows of its giver and of its holder. */
function redeemedGift(states: { card?: object; own?: object; pass?: object; refunded?: number }) {
  const sale = purchaseOf({});
  const own = purchaseOf({ status: "free", discount_minor: 9000, total_minor: 0, ...states.own });
  const card = {
    id: randomUUID(),
    purchase_id: sale.id,
    product_id: passId,
    pass_title: "Ten evenings",
    redeemed_purchase_id: own.id,
    amount_minor: 9000,
    currency: "GBP",
    months: 12,
    code_hash: randomUUID(),
    giver_name: "Ada",
    time_zone: "Europe/London",
    issued_at: day(0),
    ends_at: day(365),
    ...states.card,
  };
  const pass = {
    id: randomUUID(),
    purchase_id: own.id,
    product_id: passId,
    email: "ben@example.com",
    title: "Ten evenings",
    credits: 10,
    starts: "purchase",
    cover: "all",
    months: 6,
    price_minor: 9000,
    currency: "GBP",
    ...states.pass,
  };
  return { sale, own, card, pass };
}

test("keeps redeemed passes usable, and asks no refund of those that had ended", async ({ older: { url, client } }) => {
  const disputed = redeemedGift({ card: { frozen_at: day(5) }, pass: { frozen_at: day(5) } });
  const refunded = redeemedGift({ card: { ended_at: day(6) }, pass: { ended_at: day(6) } });
  const removed = redeemedGift({ own: { archived_at: day(7) }, pass: { ended_at: day(7) } });
  const all = [disputed, refunded, removed];
  await insertRows(client, "products", [
    { id: passId, kind: "pass", title: "Ten evenings", price_minor: 9000, price_currency: "GBP" },
  ]);
  await insertRows(
    client,
    "purchases",
    all.flatMap(({ sale, own }) => [sale, own]),
  );
  const paid = all.map(({ sale }) => ({
    id: randomUUID(),
    purchase_id: sale.id,
    provider: "outside",
    state: "paid",
    amount_minor: 9000,
    currency: "GBP",
    created_at: day(0),
    paid_at: day(0),
  }));
  await insertRows(client, "payments", paid);
  const cards = all.map(({ card }) => card);
  await insertRows(client, "gift_cards", cards);
  const passes = all.map(({ pass }) => pass);
  await insertRows(client, "passes", passes);
  await migrate(url);

  const readAll = async (table: string) => (await client.query<Record<string, unknown>>(`select * from ${table}`)).rows;
  const [held, orders, payments] = [await readAll("passes"), await readAll("purchases"), await readAll("payments")];
  const passOf = ({ pass }: { pass: { id: string } }) => held.find(({ id }) => id === pass.id);
  const orderOf = ({ own }: { own: { id: string } }) => orders.find(({ id }) => id === own.id);
  const paymentsOf = ({ own }: { own: { id: string } }) =>
    payments.filter((row) => row["purchase_id"] === own.id).map((row) => row["amount_minor"]);

  expect([passOf(disputed), orderOf(disputed), paymentsOf(disputed)]).toMatchObject([
    { frozen_at: null, price_minor: 9000 },
    { status: "paid", total_minor: 9000 },
    [9000],
  ]);
  for (const gift of [refunded, removed]) {
    expect([passOf(gift), orderOf(gift), paymentsOf(gift)]).toMatchObject([
      { price_minor: 0 },
      { status: "free", total_minor: 0 },
      [],
    ]);
  }
});
