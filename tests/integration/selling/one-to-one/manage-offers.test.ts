import { randomUUID } from "node:crypto";
import { oneToOneExceptions, oneToOneHours, oneToOneOffers, oneToOneQuestions } from "@db/schema";
import { anAdmin } from "../../../support/admin-sessions";
import { auditedActions } from "../../../support/admin";
import { aPaidSlot, inDays, sessionOf, timesOf } from "../../../support/one-to-one";
import { expect, test } from "../../../support/test-app";

const typed = {
  title: "Birth preparation",
  slug: "birth",
  description: "One to one.",
  durationMinutes: 60,
  price: "80",
  isOn: true,
  noticeHours: 0,
  stepMinutes: 60,
  bufferAfterMinutes: 15,
  hours2: "10-13, 14:00-16:00",
  hours4: "14:00 - 19:00",
  exceptions: "2026-12-24 closed\n2026-12-25 9:00-10:00",
  label1: "When is it due?",
  required1: true,
  private1: true,
  label2: "Where?",
  kind2: "choice" as const,
  choices2: "At home\nIn hospital",
};

test("adds an offer once, with its hours, exceptions and questions, and shows it as it was typed", async ({ app }) => {
  const { api } = await anAdmin(app);
  const formKey = randomUUID();
  await api.oneToOne.admin.create({ ...typed, formKey });
  await api.oneToOne.admin.create({ ...typed, formKey });
  expect(await app.db.$count(oneToOneOffers)).toBe(1);
  expect([await app.db.$count(oneToOneHours), await app.db.$count(oneToOneExceptions)]).toEqual([3, 2]);
  expect(await app.db.$count(oneToOneQuestions)).toBe(2);
  const { values } = await api.oneToOne.admin.getForm({ id: formKey });
  expect(values).toMatchObject({
    hours2: "10:00-13:00, 14:00-16:00",
    hours4: "14:00-19:00",
    price: "80",
    isOn: "on",
    needsApproval: "",
    exceptions: "2026-12-24 closed\n2026-12-25 09:00-10:00",
    choices2: "At home\nIn hospital",
    label3: "",
  });
});

test("refuses hours, dates, answers and addresses that make no sense, beside their field", async ({ app }) => {
  const { api } = await anAdmin(app);
  const add = (values: object) => api.oneToOne.admin.create({ ...typed, ...values, formKey: randomUUID() });
  await expect(add({ hours1: "16:00 to 10:00" })).rejects.toThrow("Write hours such as");
  await expect(add({ hours1: "22:00-02:00" })).rejects.toThrow("Over midnight, write 22:00-24:00 here");
  await expect(add({ exceptions: "24.12. closed" })).rejects.toThrow("is no date with hours");
  await expect(add({ exceptions: "2026-12-24 closed\n2026-12-24 10-11" })).rejects.toThrow("second time");
  await expect(add({ choices2: "One" })).rejects.toThrow("at least two answers");
  await add({});
  await expect(add({})).rejects.toThrow("has this address");
  expect(await app.db.$count(oneToOneOffers)).toBe(1);
});

test("changes what is offered from now on, keeps what is booked, and refuses an older form", async ({ app }) => {
  const { api } = await anAdmin(app);
  const id = randomUUID();
  const daily = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`hours${day}`, "10:00-16:00"]));
  const offer = { ...typed, ...daily, label1: null, label2: null };
  await api.oneToOne.admin.create({ ...offer, formKey: id });
  const start = inDays(app, 3, 11);
  const { bookingId } = await aPaidSlot(app, { slug: "birth", priceMinor: 8000 }, start);
  const { version } = await api.oneToOne.admin.getForm({ id });
  const change = { ...offer, id, version, slug: "preparation", price: "95", durationMinutes: 90 };
  const asked = await api.oneToOne.admin.edit(change);
  const agreedPrice = asked.outcome === "check" ? asked.key : "";
  for (const _ of [1, 2]) await api.oneToOne.admin.edit({ ...change, agreedPrice });
  expect(await sessionOf(app, bookingId)).toMatchObject({ durationMinutes: 60, priceMinor: 8000 });
  expect((await app.as().oneToOne.list())[0]).toMatchObject({ price: "£95", slug: "preparation" });
  expect((await timesOf(app, { slug: id, priceMinor: 0 }, start)).map(({ time }) => time)).not.toContain("11:00 AM");
  await expect(api.oneToOne.admin.edit({ ...change, title: "Other" })).rejects.toThrow("has changed");
  expect((await auditedActions(app)).filter((action) => action === "offer.edited")).toHaveLength(1);
});
