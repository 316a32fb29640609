import { anAccount } from "../../../support/accounts";
import { aMember } from "../../../support/members";
import { aPurchase } from "../../../support/recordings";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

test("finds people, accounts without bookings, sessions and orders, for admins only", async ({ app }) => {
  const { db } = app;
  const { api } = await aMember(app, { role: "admin" });
  const session = await aSession(db, { title: "Marsh Breathing" });
  const later = new Date(session.startTime.getTime() + 3_600_000);
  await aSession(db, { title: "Marsh Draft", isPublished: false, startTime: later });
  const bookingId = await takePlace(db, session, {
    attendeeFirstName: "Zoë",
    attendeeLastName: "Marsh",
    attendeeEmail: "zoe@example.com",
  });
  const member = await anAccount(db, { fullName: "Ida Marsh" });
  const search = (text: string) => api.office.search({ search: text });

  expect(await search("marsh")).toMatchObject({
    people: { items: [{ name: "Zoë Marsh", email: "zoe@example.com" }], hasMore: false },
    users: { items: [{ id: member.id, name: "Ida Marsh" }], hasMore: false },
    sessions: {
      items: [
        { title: "Marsh Breathing", isDraft: false },
        { title: "Marsh Draft", isDraft: true },
      ],
    },
    orders: { items: [] },
  });
  expect((await search("marsh draft")).sessions.items).toMatchObject([{ title: "Marsh Draft", isDraft: true }]);
  expect((await search("ZOE@example")).people.items).toHaveLength(1);
  // Who has bought is one of the people, and no longer found twice.
  const purchase = await aPurchase(db, member);
  expect(await search("ida marsh")).toMatchObject({ people: { items: [{ name: "Ida Marsh" }] }, users: { items: [] } });

  const referenceOf = (id: string) => id.slice(0, 8).toUpperCase();
  const ordersAt = async (id: string) => (await search(` ${referenceOf(id)} `)).orders.items;
  expect(await ordersAt(bookingId)).toEqual([
    { kind: "booking", id: bookingId, reference: referenceOf(bookingId), customer: "Zoë Marsh", item: session.title },
  ]);
  expect(await ordersAt(purchase.id)).toMatchObject([{ kind: "purchase", id: purchase.id, customer: "Ida Marsh" }]);

  const nothing = { items: [], hasMore: false };
  for (const text of ["", "  "]) {
    const empty = {
      people: nothing,
      users: nothing,
      sessions: nothing,
      orders: nothing,
      passes: nothing,
      giftCards: nothing,
    };
    expect(await search(text)).toEqual(empty);
  }
  const { api: memberApi } = await aMember(app);
  for (const other of [memberApi, app.as()]) await expect(other.office.search({ search: "marsh" })).rejects.toThrow();
});

test("takes % and _ in a search as they are, and cuts off what is longer than 100 characters", async ({ app }) => {
  const { api } = await aMember(app, { role: "admin" });
  const titles = ["100% Calm", "100 Breaths", "Under_score", "Underscore"];
  for (const title of titles) await aSession(app.db, { title });
  const sessionsFor = async (search: string) =>
    (await api.office.search({ search })).sessions.items.map(({ title }) => title);
  expect(await sessionsFor("100%")).toEqual(["100% Calm"]);
  expect(await sessionsFor("r_s")).toEqual(["Under_score"]);
  expect(await sessionsFor("%")).toEqual(["100% Calm"]);
  expect(await sessionsFor("\\")).toEqual([]);
  const long = "x".repeat(100);
  await aSession(app.db, { title: long });
  expect(await sessionsFor(`${long}yz`)).toEqual([long]);
});

test("finds at most eight of a kind, the sessions closest to now first, and says that there are more", async ({
  app,
}) => {
  const { api } = await aMember(app, { role: "admin" });
  const day = 24 * 3_600_000;
  const now = app.clock.now().getTime();
  const days = [30, -1, 2, 90, -60, 5, -200, 8, 12];
  for (const away of days) {
    await aSession(app.db, { title: `Tide ${away}`, startTime: new Date(now + away * day) });
  }
  const { sessions } = await api.office.search({ search: "tide" });
  const nearest = [-1, 2, 5, 8, 12, 30, -60, 90].map((away) => `Tide ${away}`);
  expect(sessions).toMatchObject({ hasMore: true });
  expect(sessions.items.map(({ title }) => title)).toEqual(nearest);
});
