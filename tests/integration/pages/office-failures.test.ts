import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { sessionWaitlist } from "@db/schema";
import { anAccount } from "../../support/accounts";
import { textOf } from "../../support/browser-without-javascript";
import { expect, formWith, test, whileWritesFail } from "../../support/admin-over-http";
import { messageOn } from "../../support/page-parts";
import { aPurchase, aRecording } from "../../support/recordings";
import { aSession, takePlace } from "../../support/sessions";

type Failure = {
  /** The table that can't be written to. */
  table: string;
  address: string;
  button: string;
  values?: Record<string, string>;
  says: string;
};

const again = "Please try again.";
const outside = { title: "Tide", source: "address", videoUrl: "https://videos.example/tide.mp4" };
const newSession = { title: "Tide", description: "Slow breaths.", startsAt: "2031-12-02T19:30" };

test("reports failed writes in the words of the specification", async ({ db, admin }) => {
  const free = { priceMinor: 0, enteredPriceMinor: 0 };
  const session = await aSession(db, { title: "Dusk", ...free });
  const booked = await aSession(db, { title: "Dawn", ...free });
  const bookingId = await takePlace(db, booked);
  const [entry] = await db
    .insert(sessionWaitlist)
    .values({
      sessionId: booked.id,
      firstName: "Tomas",
      lastName: "Weir",
      email: "tomas@example.com",
      timeZone: "Europe/London",
      formKey: randomUUID(),
    })
    .returning();
  const unpaid = await takePlace(db, booked, { status: "confirmed", paymentStatus: "pending" });
  const recording = await aRecording(db);
  const member = await anAccount(db);
  const path = `/admin/sessions/${session.id}`;
  const purchase = await aPurchase(db, member);
  await aRecording(db, { title: "The Wave", orderIndex: 1 });
  const user = `/admin/users/${member.id}`;

  const failures: Failure[] = [
    { table: "live_sessions", address: `${path}/delete`, button: "Delete session", says: "Failed to delete session" },
    { table: "live_sessions", address: `${path}/edit`, button: "Save session", says: "Error Failed to save session" },
    {
      table: "live_sessions",
      address: "/admin/sessions/new",
      button: "Create session",
      values: newSession,
      says: "Error Failed to save session",
    },
    {
      table: "live_sessions",
      address: "/admin/sessions",
      button: "Duplicate Dusk",
      values: { id: session.id },
      says: "Failed to duplicate session",
    },
    {
      table: "session_bookings",
      address: `/admin/sessions/${booked.id}/attendees/${bookingId}/remove`,
      button: "Remove attendee",
      says: "Error Failed to remove attendee. Please try again.",
    },
    {
      table: "session_waitlist",
      address: `/admin/sessions/${booked.id}/waitlist/${entry!.id}/remove`,
      button: "Remove",
      says: "Failed to remove waitlist entry",
    },
    {
      table: "session_bookings",
      address: `/admin/orders/booking/${unpaid}/status?to=cancelled`,
      button: "Cancel booking",
      says: "Update failed Failed to update the status. Please try again.",
    },
    {
      table: "purchases",
      address: `/admin/purchases/${purchase.id}/delete`,
      button: "Delete purchase",
      says: `Failed to delete purchase ${again}`,
    },
    {
      table: "products",
      address: "/admin/birth-recordings",
      button: "Save price",
      values: { price: "75" },
      says: `Error updating price ${again}`,
    },
    {
      table: "recordings",
      address: "/admin/birth-recordings",
      button: "Make free: The Wave",
      says: `Failed to update recording status. ${again}`,
    },
    {
      table: "recordings",
      address: "/admin/birth-recordings",
      button: "Move The Wave up",
      says: `Failed to update recording order. ${again}`,
    },
    {
      table: "recordings",
      address: "/admin/birth-recordings/new",
      button: "Save recording",
      values: outside,
      says: "Error Failed to save the recording. Please try again.",
    },
    {
      table: "recordings",
      address: `/admin/birth-recordings/${recording.id}`,
      button: "Save recording",
      values: { title: "Other" },
      says: "Error Failed to save the recording. Please try again.",
    },
    {
      table: "recordings",
      address: `/admin/birth-recordings/${recording.id}/delete`,
      button: "Delete recording",
      says: "Failed to delete recording: An error occurred",
    },
    {
      table: "users",
      address: `${user}?edit`,
      button: "Save changes",
      values: { fullName: "Other" },
      says: `Failed to update user details ${again}`,
    },
    { table: "users", address: `${user}/delete`, button: "Delete user", says: `Failed to delete user ${again}` },
    {
      table: "account_tokens",
      address: `${user}/reset`,
      button: "Send reset link",
      says: `Failed to send password reset ${again}`,
    },
    {
      table: "users",
      address: `${user}/password`,
      button: "Set password",
      values: { password: "quiet-tide-3" },
      says: "Failed to set password Failed to update password. Please try again.",
    },
    {
      table: "user_sessions",
      address: `${user}/login`,
      button: "Log in as user",
      values: { reason: "Asked to" },
      says: `Failed to login as user ${again}`,
    },
  ];
  for (const { table, address, button, values = {}, says } of failures) {
    const opened = await admin.open(address);
    const form = formWith(opened, button);
    const typed = address.endsWith("/edit") ? { title: "Other" } : values;
    const answer = await whileWritesFail(db, table, () => admin.submit(opened, typed, form));
    expect(messageOn(answer), address).toContain(says);
  }
});

test("reports a list of sessions that can't be read", async ({ db, admin }) => {
  await db.execute(sql`alter table live_sessions rename to unreachable`);
  try {
    const page = await admin.open("/admin/sessions");
    expect([page.status, textOf(page, "main h1")]).toEqual([500, "Error loading sessions"]);
  } finally {
    await db.execute(sql`alter table unreachable rename to live_sessions`);
  }
});
