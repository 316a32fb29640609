import { sessionCategories } from "@db/schema";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

const day = 86_400_000;

test("shows the date in full, the location in its own words and the price", async ({ app }) => {
  const startTime = new Date("2100-01-12T19:30:00Z");
  const onsite = { startTime, locationType: "onsite" as const };
  await aSession(app.db, { startTime: new Date("2100-01-01T09:00:00Z"), title: "Online" });
  await aSession(app.db, { ...onsite, location: "The Old Bakery", address: "1 Mill Row", city: "Hove" });
  await aSession(app.db, {
    ...onsite,
    startTime: new Date(startTime.getTime() + day),
    address: "1 Mill Row",
    city: "Hove",
  });
  await aSession(app.db, { ...onsite, startTime: new Date(startTime.getTime() + 2 * day) });
  const { sessions } = await app.as().schedule.listCards({ page: 1 });
  expect(sessions[0]).toMatchObject({
    title: "Online",
    summary: "Long exhales and a slow body scan.",
    start: { date: "Friday, January 1, 2100", time: "9:00 AM" },
    duration: "1h",
    location: "Online Session",
    price: "£18",
  });
  expect(sessions.slice(1).map(({ location }) => location)).toEqual([
    "The Old Bakery",
    "1 Mill Row, Hove",
    "On-site Session",
  ]);
});

test("filters cards by category, and shows no price of a full session", async ({ app }) => {
  await app.db.insert(sessionCategories).values([{ name: "Movement" }, { name: "Breathwork" }]);
  const full = await aSession(app.db, { category: "Movement", priceMinor: 0, maxAttendees: 1 });
  await aSession(app.db, { category: "Breathwork" });
  await app.as().bookings.create(aBookingOf(full));
  const movement = await app.as().schedule.listCards({ category: "Movement", page: 1 });
  expect(movement.sessions.map(({ id, price }) => [id, price])).toEqual([[full.id, null]]);
  expect(movement).toMatchObject({ presentCategories: ["Breathwork", "Movement"], page: { total: 1 } });
});
