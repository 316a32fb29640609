import { calendarSources } from "@db/schema";
import { type CalendarFeed, calendarWith, secretPath, startCalendarFeed } from "../../support/calendar-feed";
import { expect, formWith, test as siteTest } from "../../support/admin-over-http";
import { type Radicale, startRadicale } from "../../support/radicale";

const test = siteTest.extend<{ feed: CalendarFeed; radicale: Radicale }>({
  feed: async ({ server: _ }, use) => {
    const feed = await startCalendarFeed();
    await use(feed);
    await feed.stop();
  },
  radicale: async ({ server: _ }, use) => {
    const radicale = await startRadicale();
    await use(radicale);
    await radicale.stop();
  },
});

const soon = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000);

test("a secret address is added, tested and removed without scripts", async ({ admin, feed, db }) => {
  const refused = await admin.submit(await admin.open("/admin/calendar/address"), { name: "Home", address: feed.url });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("There is no calendar at the address any more.");
  expect(refused.root.querySelector("[name=name]")?.getAttribute("value")).toBe("Home");

  feed.serve(calendarWith(soon()));
  const listed = await admin.submit(refused, {});
  expect([listed.status, new URL(listed.url).pathname]).toEqual([200, "/admin/calendar"]);
  expect(listed.root.text).toContain("1 busy event");
  expect(listed.html).not.toContain(secretPath);

  const counting = await admin.submit(listed, {}, formWith(listed, "Count open invitations"));
  expect(counting.root.text).toContain("Open invitations count as busy");
  const left = await admin.submit(counting, {}, formWith(counting, "Ignore open invitations"));
  expect(left.root.text).not.toContain("Open invitations count as busy");

  feed.answer((_request, response) => void response.writeHead(500).end());
  const tested = await admin.submit(left, {}, "form:has([name=id])");
  expect(tested.root.text).toContain("The calendar’s server refuses to answer.");

  const [source] = await db.select().from(calendarSources);
  const removed = await admin.submit(await admin.open(`/admin/calendar/${source?.id}/remove`), {});
  expect(removed.root.text).toContain("No calendar is read yet.");
  expect((await admin.open(`/admin/calendar/${source?.id}/remove`)).status).toBe(404);
});

test("an account is connected, its calendars chosen, and disconnected without scripts", async ({
  admin,
  radicale,
  db,
}) => {
  await radicale.makeCalendar("work");
  await radicale.makeCalendar("family");
  const form = await admin.open("/admin/calendar/account");
  const { server, user, password } = radicale.login;
  const refused = await admin.submit(form, { server, user, password: "guessed" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("does not accept the user name and the password");
  expect(refused.html).not.toContain("guessed");

  const choice = await admin.submit(refused, { password });
  expect(new URL(choice.url).pathname).toBe("/admin/calendar/choose");
  const sources = await db.select().from(calendarSources);
  const idOf = (name: string) => sources.find((source) => source.name === name)?.id ?? "";
  const chosen = await admin.submit(choice, { [`read-${idOf("family")}`]: "on", written: idOf("work") });
  expect(chosen.root.text).toMatch(/Your sessions are written into\s*work/);
  expect(chosen.html).not.toContain(password);
  const again = await admin.open("/admin/calendar/choose");
  const ticked = again.root.querySelectorAll("input[checked]").map((input) => input.getAttribute("name"));
  expect(ticked.sort()).toEqual([`read-${idOf("family")}`, "written"].sort());

  const gone = await admin.submit(await admin.open("/admin/calendar/disconnect"), {});
  expect(gone.root.text).toContain("Connect an account");
  expect(await db.select().from(calendarSources)).toEqual([]);
});
