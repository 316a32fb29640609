import { anAccount } from "../../support/accounts";
import { textOf, type Page } from "../../support/browser-without-javascript";
import { expect, test } from "../../support/admin-over-http";
import { textsOf } from "../../support/page-parts";
import { aSession, takePlace } from "../../support/sessions";

const texts = (page: Page, selector: string) =>
  page.root.querySelectorAll(selector).map(({ text }) => text.replace(/\s+/g, " ").trim());

test("labels the back office's pages as specified", async ({ db, admin }) => {
  const member = await anAccount(db);
  const overview = await admin.open("/admin");
  const [menu] = overview.root.querySelectorAll("header nav");
  const groups = menu!.querySelectorAll("ul[aria-label]").map((list) => ({
    group: list.getAttribute("aria-label"),
    items: list.querySelectorAll("a").map(({ text }) => text.trim()),
  }));
  expect(groups).toEqual([
    { group: "Today", items: ["Overview"] },
    { group: "Sessions", items: ["Sessions", "Bookings", "Categories"] },
    { group: "People", items: ["People", "Users"] },
    { group: "Money", items: ["Orders", "Payments", "Discount codes", "Insights"] },
    {
      group: "Recordings",
      items: ["Birth recordings", "Stress recordings", "Birth purchases", "Stress purchases", "Resources"],
    },
    { group: "Site", items: ["Settings"] },
    { group: "System", items: ["Mail log", "Audit log", "Jobs"] },
  ]);
  expect(
    textsOf(await admin.open("/admin/orders"), "nav[aria-label=Orders] a").map((tab) => tab.replace(/\s*\d+$/, "")),
  ).toEqual(["All Orders", "Sessions", "Recordings"]);
  expect(textOf(await admin.open("/admin/stress-recordings"), "h1")).toBe("Stress Recordings Management");
  expect(texts(await admin.open(`/admin/users/${member.id}`), "main h2")).toContain("User Details");
});

test("labels a session's details as specified", async ({ db, admin }) => {
  const onsite = { locationType: "onsite" as const, zoomLink: null, address: "4 Weir Street", city: "Margate" };
  const session = await aSession(db, {
    ...{ title: "Dusk", maxAttendees: null, category: null, whatToBring: "A mat" },
    ...{ ...onsite, location: "The Mill", postCode: "CT9 1AA", recordingUrl: "https://videos.example/1" },
  });
  await aSession(db, { title: "Long ago", startTime: new Date("2020-01-01T10:00:00Z") });
  await takePlace(db, session);
  const list = await admin.open("/admin/sessions");
  expect(texts(list, "main h2")).toEqual(expect.arrayContaining(["Upcoming Sessions (1)", "Past Sessions (1)"]));
  expect(texts(list, "main a")).toContain("Create New Session");

  const page = await admin.open(`/admin/sessions/${session.id}`);
  expect(texts(page, "main a")).toEqual(expect.arrayContaining(["Edit Session"]));
  expect(textsOf(page, "nav[aria-label=Session] a").map((tab) => tab.replace(/\s*(\d+)$/, " $1"))).toEqual([
    "Session Details",
    "Attendees 1",
    "Waitlist 0",
  ]);
  expect(texts(page, "main h2")).toEqual(
    expect.arrayContaining(["Basic Info", "Scheduling", "Capacity & Price", "Location", "What to Bring"]),
  );
  const facts = texts(page, "main dl").join(" ");
  for (const fact of [
    "None",
    "Unlimited",
    "On-site",
    "Full address",
    "Street address",
    "4 Weir Street",
    "City",
    "Margate",
    "Post code",
  ]) {
    expect(facts).toContain(fact);
  }
});
