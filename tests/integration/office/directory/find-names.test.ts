import { sql } from "drizzle-orm";
import { plainText } from "@server/core/search";
import { anAccount } from "../../../support/accounts";
import { aMember } from "../../../support/members";
import { aBookingFor } from "../../../support/profile";
import { aSession } from "../../../support/sessions";
import { expect, test } from "../../../support/test-app";

/** Names as they may have been stored before names were composed. */
const names = [
  "Zoe\u0308 Winter",
  "Ñandú Ibáñez",
  "Łukasz Żółć",
  "Đorđe Bjørn",
  "Nguyễn Thị Hường",
  "Дмитрий Шостакович",
  "محمد الأحمدي",
  "李 小龙",
  "Νίκος Καζαντζάκης",
];

const searches: [typed: string, found: string][] = [
  ["Zo\u00eb", "Zoe\u0308 Winter"],
  ["zoe", "Zoe\u0308 Winter"],
  ["nandu", "Ñandú Ibáñez"],
  ["IBÁÑEZ", "Ñandú Ibáñez"],
  ["lukasz zolc", "Łukasz Żółć"],
  ["dorde bjorn", "Đorđe Bjørn"],
  ["thi huong", "Nguyễn Thị Hường"],
  ["дмитрий", "Дмитрий Шостакович"],
  ["محمد", "محمد الأحمدي"],
  ["小龙", "李 小龙"],
  ["καζαντζακης", "Νίκος Καζαντζάκης"],
];

test("finds people, users, bookings and sessions without accents and in either form of Unicode", async ({ app }) => {
  const { api } = await aMember(app, { role: "admin", fullName: "Clara Marsh" });
  for (const [nth, fullName] of names.entries()) {
    const account = await anAccount(app.db, { fullName, email: `n${nth}@example.com` });
    await aBookingFor(app, account, await aSession(app.db, { title: `Atem ${fullName}` }));
  }
  for (const [search, found] of searches) {
    const page = { search, page: 1 };
    const results = {
      people: (await api.people.list({ ...page, sort: "name" })).people.map(({ name }) => name),
      users: (await api.users.list(page)).users.map(({ fullName }) => fullName),
      office: (await api.office.search({ search })).people.items.map(({ name }) => name),
      sessions: (await api.office.search({ search })).sessions.items.length,
      bookings: (await api.orders.listBookings({ ...page, sort: "booked" })).bookings.length,
    };
    expect([search, results]).toEqual([
      search,
      { people: [found], users: [found], office: [found], sessions: 1, bookings: 1 },
    ]);
  }
});

test("compares texts in the database as plainText does", async ({ db }) => {
  for (const text of [...names, "ÆØÅ œuvre Straße", "100% of_it\\", "ﬁn İstanbul ıslak", "ガギ", ""]) {
    const { rows } = await db.execute<{ plain: string }>(sql`select plain_text(${text}) as plain`);
    expect(rows).toEqual([{ plain: plainText(text) }]);
  }
});
