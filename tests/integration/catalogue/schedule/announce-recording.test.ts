import { eq } from "drizzle-orm";
import { type LiveSession, liveSessions } from "@db/schema";
import { lockSession } from "@server/catalogue/schedule/find-session";
import { announceRecording } from "@server/office/managing/edit-session";
import { aFreeBooking, mailsOf, recipientsOf } from "../../../support/bookings";
import { aHold, aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";

const recordingUrl = "https://video.example/evening-wind-down";

async function edit(app: TestApp, id: string, values: Partial<LiveSession>) {
  await app.db.transaction(async (tx) => {
    await lockSession(tx, id);
    const [session] = await tx.update(liveSessions).set(values).where(eq(liveSessions.id, id)).returning();
    await announceRecording(tx, app.services, session!);
  });
}

test("sends each attendee once to their booking, not to the recording's own address", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const { id, attendeeEmail, manageKey } = await aFreeBooking(app, session);
  app.clock.moveBy(4 * 24 * 60);
  await edit(app, session.id, { recordingUrl });
  await edit(app, session.id, { recordingUrl: `${recordingUrl}?second-cut` });
  const mails = await mailsOf(app, "recording-available", attendeeEmail);
  expect(mails.map(({ subject }) => subject)).toEqual(["The recording is ready: Evening Wind-Down"]);
  expect(mails[0]!.text).toContain(`/bookings/${id}?key=${manageKey}`);
  expect(mails[0]!.html).not.toContain("video.example");
});

test("announces nothing before the end, without a recording or without a place", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  await aFreeBooking(app, session);
  await edit(app, session.id, { recordingUrl });
  app.clock.moveBy(4 * 24 * 60);
  await edit(app, session.id, { recordingUrl: null });
  expect(await recipientsOf(app, "recording-available")).toEqual([]);
  const paid = await aSession(app.db, { startTime: new Date(app.clock.now().getTime() + 3_600_000) });
  await aHold(app, paid);
  await edit(app, paid.id, { recordingUrl, startTime: new Date(app.clock.now().getTime() - 7_200_000) });
  expect(await recipientsOf(app, "recording-available")).toEqual([]);
});
