import { eq } from "drizzle-orm";
import { sessionBookings, users } from "@db/schema";
import { contactOfMember } from "@server/accounts/accounts";
import { anAccount } from "../../../../support/accounts";
import { aBookingOf, aSession } from "../../../../support/sessions";
import { expect, test } from "../../../../support/test-app";

test.for([
  ["Hannah Okafor", "h@example.com", "Hannah", "Okafor"],
  ["  Maria  del Carmen Vidal ", "m@example.com", "Maria", "del Carmen Vidal"],
  ["Cher", "cher@example.com", "Cher", ""],
  ["", "noor.h@example.com", "noor.h", ""],
] as const)("a member called %j with %s is booked as %j %j", ([fullName, email, firstName, lastName]) => {
  expect(contactOfMember({ fullName, email })).toEqual({ firstName, lastName, email });
});

test("books for a member from the account's details and assigns the booking to the account", async ({ app }) => {
  const member = await anAccount(app.db, { fullName: "Maeve Donnelly" });
  const session = await aSession(app.db, { priceMinor: 0 });
  const { sessionId, quote, formKey } = aBookingOf(session);
  const api = app.as({ user: member });
  expect((await api.bookings.getForm({ sessionId })).contact).toMatchObject({
    firstName: "Maeve",
    email: member.email,
  });
  const { bookingId } = await api.bookings.create({ sessionId, quote, formKey });
  expect(await app.db.query.sessionBookings.findFirst()).toMatchObject({
    userId: member.id,
    attendeeFirstName: "Maeve",
    attendeeLastName: "Donnelly",
    attendeeEmail: member.email,
  });
  expect(await api.bookings.getMine({ sessionId })).toMatchObject([
    {
      id: bookingId,
      status: "completed",
      managePath: `/bookings/${bookingId}`,
      calendar: { file: `/bookings/${bookingId}/calendar.ics` },
    },
  ]);
});

test("prefers typed details to the account's, and books a second ticket", async ({ app }) => {
  const member = await anAccount(app.db);
  const session = await aSession(app.db, { priceMinor: 0 });
  const api = app.as({ user: member });
  await api.bookings.create({ ...aBookingOf(session), email: "friend@example.com", firstName: "Ines" });
  await api.bookings.create({ ...aBookingOf(session), lastName: undefined });
  const rows = await app.db.select().from(sessionBookings).where(eq(sessionBookings.userId, member.id));
  const names = rows.map(({ attendeeFirstName, attendeeLastName }) => `${attendeeFirstName} ${attendeeLastName}`);
  expect(names.sort()).toEqual(["Hannah Donnelly", "Ines Okafor"]);
  expect(await api.bookings.getMine({ sessionId: session.id })).toHaveLength(2);
});

test("requires a guest's details", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const { sessionId, quote, formKey } = aBookingOf(session);
  await expect(app.as().bookings.create({ sessionId, quote, formKey })).rejects.toThrow("Enter your first name");
});

test("lists a member's own bookings of a session, and a guest's only once the address is confirmed", async ({
  app,
}) => {
  const [member, other] = [await anAccount(app.db), await anAccount(app.db)];
  const session = await aSession(app.db, { priceMinor: 0 });
  const mine = (user: typeof member | null) => app.as({ user }).bookings.getMine({ sessionId: session.id });
  await app.as().bookings.create({ ...aBookingOf(session), email: member.email.toUpperCase() });
  expect([await mine(null), await mine(other)]).toEqual([[], []]);
  expect(await mine(member)).toHaveLength(1);
  await app.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, member.id));
  expect(await mine(member)).toEqual([]);
});
