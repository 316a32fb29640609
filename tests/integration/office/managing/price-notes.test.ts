import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { aNewSession, anAdmin } from "../../../support/admin-sessions";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const costing = (amountMinor: number) => ({ priceMinor: amountMinor, enteredPriceMinor: amountMinor });

test.for([
  ["170", ["£170 is ten times what your last sessions cost, or more: about £17."]],
  ["1.70", ["£1.70 is a tenth of what your last sessions cost, or less: about £17."]],
  ["169", []],
  ["0", []],
] as const)(
  "asks once more before a session for %s is created, and then creates it",
  async ([price, notes], { app }) => {
    await Promise.all([1700, 1700, 1500].map((amount) => aSession(app.db, costing(amount))));
    const { sessions } = (await anAdmin(app)).api;
    const form = { ...aNewSession(), price };
    const asked = await sessions.create(form);
    if (asked.outcome === "check") {
      expect(asked.notes).toEqual(notes);
      expect(await app.db.$count(liveSessions)).toBe(3);
      expect(await sessions.create({ ...form, agreedPrice: asked.key })).toMatchObject({ outcome: "created" });
    } else expect(notes).toEqual([]);
    expect(await app.db.$count(liveSessions)).toBe(4);
  },
);

async function change(app: TestApp, id: string, price: string) {
  const { sessions } = (await anAdmin(app)).api;
  const { values, version, timeZone } = await sessions.getForm({ id });
  const { title = "", description = "", startsAt = "" } = values;
  const form = {
    id,
    version,
    timeZone,
    title,
    description,
    startsAt,
    price,
    durationMinutes: 60,
    zoomLink: values.zoomLink ?? null,
    isPublished: true,
  };
  return { asked: await sessions.edit(form), confirm: (key: string) => sessions.edit({ ...form, agreedChange: key }) };
}

test("says what people have paid before a price changes, and asks again if another one has paid", async ({ app }) => {
  const session = await aSession(app.db, { ...costing(1700), durationMinutes: 60 });
  const paid = { status: "completed", paymentStatus: "paid", totalMinor: 1700, completedAt: new Date() } as const;
  const pay = () => takePlace(app.db, session, { ...paid, attendeeEmail: `${randomUUID()}@example.com` });
  await pay();
  const { asked, confirm } = await change(app, session.id, "18");
  expect(asked).toMatchObject({
    outcome: "preview",
    people: 0,
    parts: [],
    notes: ["1 person has paid £17. They keep what they paid."],
  });
  const key = asked.outcome === "preview" ? asked.key : "";
  await pay();
  const again = await confirm(key);
  expect(again).toMatchObject({ notes: ["2 people have paid £17. They keep what they paid."] });
  expect(await confirm(again.outcome === "preview" ? again.key : "")).toMatchObject({ outcome: "saved" });
  const [saved] = await app.db.select().from(liveSessions).where(eq(liveSessions.id, session.id));
  expect(saved).toMatchObject({ enteredPriceMinor: 1800 });
});

test("saves a new price of a session without bookings at once", async ({ app }) => {
  const session = await aSession(app.db, { ...costing(1700), durationMinutes: 60 });
  expect((await change(app, session.id, "18")).asked).toMatchObject({ outcome: "saved" });
});
