import { sql } from "drizzle-orm";
import { invoices } from "@db/schema";
import type { Transaction } from "@db/client";
import { compareInvoices } from "@server/payments/invoices/compare-invoices";
import { issueInvoices } from "@server/payments/invoices/issue-invoices";
import { takeNumber } from "@server/payments/invoices/numbers";
import { readSiteSettings } from "@server/core/site-settings";
import { turnOnInvoices } from "../../../support/invoices";
import { aPaidBooking } from "../../../support/money";
import { aSession } from "../../../support/sessions";
import { createBarrier } from "../../../support/statements";
import { expect, test, type TestApp } from "../../../support/test-app";

const sales = 8;

type TakeNumber = typeof takeNumber;

/** Sells eight places, and has their invoices issued at the same time. Returns the numbers. */
async function sellAtOnce(app: TestApp, take?: TakeNumber): Promise<number[]> {
  await turnOnInvoices(app);
  const refs: { kind: "booking"; id: string }[] = [];
  for (let sale = 0; sale < sales; sale += 1) {
    const { bookingId } = await aPaidBooking(app, await aSession(app.db));
    refs.push({ kind: "booking", id: bookingId });
  }
  await Promise.allSettled(refs.map((ref) => issueInvoices(app.services, ref, take)));
  return numbersOf(app);
}

async function numbersOf({ db }: TestApp): Promise<number[]> {
  const rows = await db.select({ number: invoices.number }).from(invoices);
  return rows.map(({ number }) => number).sort((a, b) => a - b);
}

async function gapsOf({ db, services }: TestApp): Promise<string[]> {
  const { invoicing } = await readSiteSettings(services);
  return (await compareInvoices(db, invoicing!, services.clock.now())).gaps;
}

const oneToEight = Array.from({ length: sales }, (_, index) => index + 1);

test("gives eight sales at once the numbers from 1 to 8", async ({ app }) => {
  expect(await sellAtOnce(app)).toEqual(oneToEight);
  expect(await gapsOf(app)).toEqual([]);
});

test("control: of eight that look up the number without the lock, seven get one that is taken", async ({ app }) => {
  const all = createBarrier(sales);
  await app.db.execute(sql`alter table invoices disable trigger invoices_checked`);
  try {
    const numbers = await sellAtOnce(app, async (tx) => {
      const [row] = await tx.select({ highest: sql<number>`coalesce(max(${invoices.number}), 0)::int` }).from(invoices);
      await all();
      return row!.highest + 1;
    });
    expect(numbers).toEqual([1]);
  } finally {
    await app.db.execute(sql`alter table invoices enable trigger invoices_checked`);
  }
});

/** Fails after it has taken its number, as a process does that is killed before its transaction is over. */
const failOnce = (take: TakeNumber): TakeNumber => {
  let hasFailed = false;
  return async (tx, kind) => {
    const number = await take(tx, kind);
    if (hasFailed) return number;
    hasFailed = true;
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    return number;
  };
};

test("leaves no gap where a process is killed with its number, and issues again", async ({ app }) => {
  expect(await sellAtOnce(app, failOnce(takeNumber))).toEqual(oneToEight.slice(0, -1));
  await app.runJobs("issue-invoices");
  expect(await numbersOf(app)).toEqual(oneToEight);
  expect(await gapsOf(app)).toEqual([]);
});

test("control: numbers of a sequence have a gap where a process is killed, and doctor's comparison finds it", async ({
  app,
}) => {
  await app.db.execute(sql`create sequence spoiled_numbers`);
  await app.db.execute(sql`alter table invoices disable trigger invoices_checked`);
  try {
    const next = async (tx: Transaction) =>
      (await tx.execute<{ number: string }>(sql`select nextval('spoiled_numbers') as number`)).rows[0]!.number;
    const take: TakeNumber = async (tx, kind) => {
      const number = Number(await next(tx));
      await tx.execute(sql`insert into invoice_numbers values (${kind.kind}, ${kind.year}, ${number})
        on conflict (kind, year) do update set last = greatest(invoice_numbers.last, ${number})`);
      return number;
    };
    const numbers = await sellAtOnce(app, failOnce(take));
    expect(numbers.length).toBe(sales - 1);
    expect(numbers).not.toEqual(oneToEight.slice(0, -1));
    expect((await gapsOf(app)).length).toBe(1);
  } finally {
    await app.db.execute(sql`alter table invoices enable trigger invoices_checked`);
    await app.db.execute(sql`drop sequence spoiled_numbers`);
  }
});

test("refuses what would change an invoice, skip a number or credit more than was invoiced, whatever code writes it", async ({
  app,
}) => {
  await turnOnInvoices(app);
  await aPaidBooking(app, await aSession(app.db));
  await app.runJobs("issue-invoices");
  await expect(app.db.execute(sql`update invoices set total_minor = 1`)).rejects.toThrow();
  await expect(app.db.execute(sql`delete from invoices`)).rejects.toThrow();
  const [invoice] = await app.db.select().from(invoices);
  const copy = {
    ...invoice!,
    id: crypto.randomUUID(),
    kind: "credit_note" as const,
    cause: "test",
    correctsId: invoice!.id,
  };
  await expect(app.db.insert(invoices).values({ ...copy, number: 1 })).rejects.toThrow();
  const insert = (totalMinor: number) =>
    app.db.transaction(async (tx) => {
      const number = await takeNumber(tx, { kind: "credit_note", year: copy.year });
      await tx.insert(invoices).values({ ...copy, number, totalMinor });
    });
  await expect(insert(invoice!.totalMinor + 1)).rejects.toThrow();
  await insert(invoice!.totalMinor);
});
