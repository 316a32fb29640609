import { randomUUID } from "node:crypto";
import { auditEntries } from "@db/schema";
import { detailsInWords } from "@server/office/operations/audit/describe-entry";
import { desc } from "drizzle-orm";
import { describe } from "vitest";
import { asAdmin } from "../../../support/admin";
import { aBookedCourse, aCourseOf, datesOf, someDates } from "../../../support/courses";
import { aGiftCard, readCard } from "../../../support/gift-cards";
import { aGuestPass } from "../../../support/guest-passes";
import { aPassOnSale, readPass } from "../../../support/passes";
import { expect, test, type TestApp } from "../../../support/test-app";

type Sale = { purchaseId: string; paymentId: string; hasEnded: () => Promise<boolean> };

const paymentOf = async (app: TestApp, purchaseId: string) =>
  (await app.db.query.payments.findFirst({ where: (row, { eq }) => eq(row.purchaseId, purchaseId) }))!.id;

async function aCourse(app: TestApp): Promise<Sale> {
  const { id } = await aCourseOf(app.db, await someDates(app.db));
  const { purchaseId, paymentId } = await aBookedCourse(app, id);
  const hasEnded = async () => (await datesOf(app.db, purchaseId)).every((date) => date.startsWith("cancelled"));
  return { purchaseId, paymentId, hasEnded };
}

async function aPass(app: TestApp): Promise<Sale> {
  const { purchaseId } = await aGuestPass(app, (await aPassOnSale(app.db)).id);
  const hasEnded = async () => (await readPass(app.db, purchaseId)).endedAt !== null;
  return { purchaseId, paymentId: await paymentOf(app, purchaseId), hasEnded };
}

async function aCard(app: TestApp): Promise<Sale> {
  const { purchaseId, paymentId } = await aGiftCard(app);
  const hasEnded = async () => (await readCard(app.db, purchaseId)).endedAt !== null;
  return { purchaseId, paymentId, hasEnded };
}

type Row = {
  buy: (app: TestApp) => Promise<Sale>;
  unused: string;
  ended: string;
  mailed: string;
  kept: string;
};

const rows: [string, Row][] = [
  [
    "course",
    {
      buy: aCourse,
      unused: "3 of 3 dates are still to come.",
      ended: "3 dates to come are cancelled",
      mailed: "Your places on the dates below have been released. £10.00 is on its way back",
      kept: "Part of your payment for the course has been refunded.",
    },
  ],
  [
    "pass",
    {
      buy: aPass,
      unused: "10 of 10 credits are not used.",
      ended: "the pass has ended",
      mailed: "the pass has ended.",
      kept: "The pass stays yours.",
    },
  ],
  [
    "gift card",
    {
      buy: aCard,
      unused: "£50.00 of £50.00 is not used.",
      ended: "the gift card has ended",
      mailed: "the gift card has ended.",
      kept: "What was refunded is no longer on the gift card.",
    },
  ],
];

type Admin = Awaited<ReturnType<typeof asAdmin>>;

async function refund(app: TestApp, admin: Admin, { paymentId }: Sale, isPlaceCancelled: boolean) {
  await app.runJobs();
  const mailedBefore = app.sentMails.length;
  const form = { paymentId, amountMinor: 1000, isPlaceCancelled, formKey: randomUUID() };
  const made = await admin.payments.refund(form);
  await app.runJobs();
  await expect.poll(() => app.sentMails.slice(mailedBefore).some(({ text }) => text.includes("£10.00"))).toBe(true);
  await app.runJobs();
  const [entry] = await app.db.select().from(auditEntries).orderBy(desc(auditEntries.createdAt)).limit(1);
  const text = app.sentMails
    .slice(mailedBefore)
    .map((mail) => mail.text)
    .join("\n");
  return { ...made, audited: detailsInWords(entry!.details), text };
}

describe.each(rows)("a refund of a part of a %s", (_, { buy, unused, ended, mailed, kept }) => {
  test("leaves it alone, and says so, if it goes on", async ({ app }) => {
    const sale = await buy(app);
    const admin = await asAdmin(app);
    const order = await admin.orders.get({ kind: "purchase", id: sale.purchaseId });
    expect(order.unused?.text).toBe(unused);
    const made = await refund(app, admin, sale, false);
    expect(made.ended).toBeNull();
    expect(made.audited).not.toContain(ended);
    expect(made.text).toContain(kept);
    expect(made.text).not.toContain(mailed);
    expect(await sale.hasEnded()).toBe(false);
  });

  test("says in the answer, the audit log and the buyer's mail what has ended", async ({ app }) => {
    const sale = await buy(app);
    const made = await refund(app, await asAdmin(app), sale, true);
    expect(made.ended).toBe(ended);
    expect(made.audited).toContain(ended);
    expect(made.text).toContain(mailed);
    expect(await sale.hasEnded()).toBe(true);
  });
});

test("lists in the buyer's mail the dates of a course that end, and takes them out of the calendar", async ({
  app,
}) => {
  const sale = await aCourse(app);
  await refund(app, await asAdmin(app), sale, true);
  const mail = app.sentMails.find(({ subject }) => subject.startsWith("Your course is cancelled"))!;
  expect(mail.text.match(/\w{3}, \w{3} \d+, \d{4}, \d+:\d+ [AP]M/g)).toHaveLength(3);
  expect(mail.attachments![0]!.content.match(/METHOD:CANCEL/g)).toHaveLength(1);
});
