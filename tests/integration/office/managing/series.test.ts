import { randomUUID } from "node:crypto";
import { liveSessions } from "@db/schema";
import { aNewSession, anAdmin } from "../../../support/admin-sessions";
import { expect, test } from "../../../support/test-app";

test("creates a series from exactly the dates that were shown", async ({ app }) => {
  const { api } = await anAdmin(app);
  const form = { ...aNewSession({ startsAt: "2031-09-02T19:30" }), repeat: "monthly" as const, times: 3 };
  const preview = await api.sessions.create(form);
  expect(preview).toMatchObject({
    outcome: "preview",
    rhythm: "on the first Tuesday of the month",
    dates: [
      "Tuesday, September 2, 2031, 7:30 PM BST",
      "Tuesday, October 7, 2031, 7:30 PM BST",
      "Tuesday, November 4, 2031, 7:30 PM GMT",
    ],
  });
  expect(await app.db.$count(liveSessions)).toBe(0);
  if (preview.outcome !== "preview") throw new Error("no preview");
  const agreed = { ...form, agreedDates: preview.key };
  expect(await api.sessions.create({ ...agreed, times: 4 })).toMatchObject({ outcome: "preview" });
  for (let twice = 0; twice < 2; twice += 1) {
    expect(await api.sessions.create(agreed)).toEqual({
      outcome: "created",
      id: form.formKey,
      count: 3,
      hasBegun: false,
    });
  }
  const rows = await app.db.select().from(liveSessions).orderBy(liveSessions.startTime);
  expect(rows.map(({ startTime }) => startTime.toISOString())).toEqual([
    "2031-09-02T18:30:00.000Z",
    "2031-10-07T18:30:00.000Z",
    "2031-11-04T19:30:00.000Z",
  ]);
  expect(new Set(rows.map(({ seriesId }) => seriesId))).toEqual(new Set([form.formKey]));
});

test("duplicates a session of a series to the series' next date, as part of it", async ({ app }) => {
  const { api } = await anAdmin(app);
  const form = { ...aNewSession({ startsAt: "2031-09-02T19:30" }), repeat: "monthly" as const, times: 3 };
  const preview = await api.sessions.create(form);
  if (preview.outcome !== "preview") throw new Error("no preview");
  await api.sessions.create({ ...form, agreedDates: preview.key });
  const duplicate = async () => (await api.sessions.duplicate({ id: form.formKey, formKey: randomUUID() })).date;
  expect(await duplicate()).toBe("Tuesday, December 2, 2031");
  expect(await duplicate()).toBe("Tuesday, January 6, 2032");
  expect(new Set((await app.db.select().from(liveSessions)).map(({ seriesId }) => seriesId)).size).toBe(1);
});
