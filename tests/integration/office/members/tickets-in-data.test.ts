import { deleteAccount } from "@server/office/deletion/delete-account";
import { anAccount } from "../../../support/accounts";
import { columnsContaining } from "../../../support/profile";
import { actingAs } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";
import { expect, test, type TestApp } from "../../../support/test-app";
import { aFormFor, ticketIdsOf } from "../../../support/tickets";
import { anEntryFor } from "../../../support/waitlist";

const companions = ["Bartholomew Quigley", "Éva Quigley"];

/** A member with three named tickets, one of them cancelled, and a waitlist entry for two. */
async function aMemberWithTickets(app: TestApp) {
  const account = await anAccount(app.db);
  const api = app.as(actingAs(account));
  const session = await aSession(app.db, { priceMinor: 0 });
  const form = aFormFor(session, { quantity: 3, ticketNames: companions.join("\n") });
  const { bookingId } = await api.bookings.create({ ...form, email: account.email });
  const [, second] = await ticketIdsOf(app, bookingId);
  await api.bookings.cancelTicket({ bookingId, ticketId: second! });
  const full = await aSession(app.db, { priceMinor: 0, maxAttendees: 2 });
  await app.as().bookings.create(aFormFor(full, { quantity: 2 }));
  await api.waitlist.join({ ...anEntryFor(full), email: account.email, quantity: 2 });
  return { account, api };
}

test("exports the tickets of a booking by name and the number asked for on a waitlist", async ({ app }) => {
  const { api } = await aMemberWithTickets(app);
  const { bookings, waitlistEntries } = await api.profile.exportData();
  expect(bookings.map(({ tickets }) => tickets)).toMatchObject([
    [
      { number: 1, name: null, cancelledAt: null },
      { number: 2, name: companions[0], cancelledAt: app.clock.now() },
      { number: 3, name: companions[1], cancelledAt: null },
    ],
  ]);
  expect(waitlistEntries).toMatchObject([{ quantity: 2 }]);
});

test("deletes the names of a booking's tickets with the account, from mails too", async ({ app }) => {
  const { account } = await aMemberWithTickets(app);
  await app.runJobs();
  expect(await columnsContaining(app.db, ["Quigley"])).toContain("booking_tickets.name");
  await deleteAccount(app.services, account.id, { actorId: account.id, adminDecision: null });
  expect(await columnsContaining(app.db, ["Quigley"])).toEqual([]);
});
