import { vi } from "vitest";
import { auditEntries } from "@db/schema";
import { audit as recordAudit, type AuditAction } from "@server/core/record-audit";
import { anAccount } from "../../../support/accounts";
import { aFreeBooking } from "../../../support/bookings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

async function anAdmin(app: TestApp, fullName = "Clara Marsh") {
  const user = await anAccount(app.db, { role: "admin", fullName });
  const { audit } = app.as({ user, visitor: { timeZone: "Europe/London" } });
  return { user, list: (asked: Partial<Parameters<typeof audit.list>[0]> = {}) => audit.list({ page: 1, ...asked }) };
}

type Entry = { action: AuditAction; subjectId: string };
const record = (
  app: TestApp,
  actorId: string | null,
  { action, subjectId, details, reason }: Entry & { details?: Record<string, unknown>; reason?: string },
  at?: string,
) => {
  const clock = at ? { now: () => new Date(at) } : app.clock;
  return recordAudit(
    app.db,
    { clock, user: actorId === null ? null : { id: actorId } },
    action,
    subjectId,
    details,
    reason,
  );
};

const sentencesOf = ({ lines }: { lines: { who: string; phrase: string; subject: string | null }[] }) =>
  lines.map(({ who, phrase, subject }) => `${who} ${phrase} ${subject ?? "nothing"}`);

test("writes entries as sentences with current names", async ({ app }) => {
  const { user, list } = await anAdmin(app);
  const member = await anAccount(app.db, { fullName: "Maeve Donnelly" });
  const session = await aSession(app.db, { title: "Evening Wind-Down", priceMinor: 0 });
  const booking = await aFreeBooking(app, session);
  await record(app, null, { action: "user.email_changed", subjectId: member.id });
  await record(app, user.id, { action: "session.cancelled", subjectId: session.id }, "2026-11-01");
  await record(app, user.id, { action: "booking.cancelled", subjectId: booking.id }, "2026-11-02");
  await record(app, user.id, { action: "recording.deleted", subjectId: "gone" }, "2026-11-03");
  const reason = "She can't sign in";
  const seen = { action: "user.impersonated", subjectId: member.id, reason } as const;
  await record(app, user.id, seen, "2026-11-04");
  const answer = await list();
  expect(sentencesOf(answer)).toEqual([
    "The site confirmed the new address of Maeve Donnelly",
    "Clara Marsh logged in as Maeve Donnelly",
    "Clara Marsh deleted the recording nothing",
    `Clara Marsh cancelled the booking of ${booking.attendeeFirstName} ${booking.attendeeLastName}, Evening Wind-Down`,
    "Clara Marsh cancelled the session Evening Wind-Down",
  ]);
  expect(answer.lines[1]).toMatchObject({ reason, subjectId: member.id, at: "Wed, Nov 4, 2026, 12:00 AM" });
  expect(answer.lines[3]).toMatchObject({ sessionId: session.id });
});

test("describes changes in words", async ({ app }) => {
  const { user, list } = await anAdmin(app);
  const changed = { action: "settings.changed", subjectId: "cancelling" } as const;
  await record(app, user.id, { ...changed, details: { changed: ["isCancellingOn", "cancelWindowHours"] } });
  const moved = { action: "booking.status_changed", subjectId: "none" } as const;
  await record(app, user.id, { ...moved, details: { from: "pending", to: "paid", isRefunded: false } }, "2026-11-02");
  const { lines } = await list();
  expect(lines.map(({ details }) => details)).toEqual([
    "Cancelling, cancel window hours changed",
    "From pending to paid, not refunded",
  ]);
});

test("filters the log by actor, kind and days of the admin's zone", async ({ app }) => {
  const { user, list } = await anAdmin(app);
  const other = await anAccount(app.db, { role: "admin", fullName: "Ada" });
  const member = await anAccount(app.db);
  const session = { action: "session.created", subjectId: "one" } as const;
  const code = { action: "code.created", subjectId: "two" } as const;
  await record(app, user.id, session, "2026-06-01T22:30:00Z"); // half past eleven in the evening
  await record(app, other.id, code, "2026-06-01T23:30:00Z"); // the next day
  await record(app, member.id, session, "2026-06-03T12:00:00Z");
  await record(app, null, code, "2026-06-04T12:00:00Z");
  const total = async (asked: Parameters<typeof list>[0]) => (await list(asked)).page.total;
  expect(await total({})).toBe(4);
  expect(await total({ who: user.id })).toBe(1);
  expect(await total({ who: "members" })).toBe(1);
  expect(await total({ who: "site" })).toBe(1);
  expect(await total({ kind: "code" })).toBe(2);
  expect(await total({ from: "2026-06-02" })).toBe(3);
  expect(await total({ until: "2026-06-01" })).toBe(1);
  expect(await total({ from: "2026-06-02", until: "2026-06-02" })).toBe(1);
  expect(await total({ from: "2026-13-99" })).toBe(4);
  expect((await list()).admins.map(({ fullName }) => fullName)).toEqual(["Ada", "Clara Marsh"]);
});

test("runs the same number of queries for any number of entries", async ({ app }) => {
  const { user, list } = await anAdmin(app);
  const query = vi.spyOn(app.db.$client, "query");
  const count = async () => {
    query.mockClear();
    await list();
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked));
    return texts.filter((text) => /audit_entries|users/.test(text)).length; // the stand-ins ask, too
  };
  const entry = (subjectId: string) => ({ action: "user.updated", subjectId }) as const;
  await record(app, user.id, entry(user.id));
  const few = await count();
  for (let nth = 0; nth < 10; nth += 1)
    await record(app, user.id, entry((await anAccount(app.db, { passwordHash: null })).id));
  expect(await count()).toBe(few);
  expect(await app.db.$count(auditEntries)).toBe(11);
});
