import { anAccount } from "../../support/accounts";
import { fieldsOf, textOf, type Page } from "../../support/browser-without-javascript";
import { expect, formWith, test } from "../../support/admin-over-http";
import { textsOf } from "../../support/page-parts";
import { aSession, takePlace } from "../../support/sessions";

const texts = (page: Page, selector: string) =>
  page.root.querySelectorAll(selector).map(({ text }) => text.replace(/\s+/g, " ").trim());

test("labels the back office's pages as specified", async ({ db, admin }) => {
  const member = await anAccount(db);
  const overview = await admin.open("/admin");
  const [column, drawer] = overview.root.querySelectorAll("header nav");
  const foldsOf = (menu: typeof column) => menu!.querySelectorAll("details");
  const groups = foldsOf(column).map((fold) => ({
    group: fold.querySelector("summary")!.text,
    items: fold.querySelectorAll("ul[aria-label] a").map(({ text }) => text.trim()),
  }));
  expect(column!.querySelector("a[aria-current=page]")?.text).toBe("Overview");
  expect(groups).toEqual([
    { group: "Sessions", items: ["Sessions", "Bookings", "One to One", "Categories", "Your calendar"] },
    { group: "People", items: ["People", "Users", "Newsletter", "Mail log"] },
    {
      group: "Money",
      items: ["Orders", "Payments", "Payouts", "Invoices", "Withdrawals", "Discount codes", "Insights"],
    },
    { group: "Products", items: ["Courses", "Memberships", "Passes", "Gift cards"] },
    {
      group: "Recordings",
      items: [
        "Birth recordings",
        "Birth purchases",
        "Stress recordings",
        "Stress purchases",
        "Collections",
        "Resources",
      ],
    },
    { group: "Your site", items: ["Settings", "Pages", "Your profile", "Look", "On your website", "Testimonials"] },
    { group: "Maintenance", items: ["System", "Backups", "Import", "Export", "Jobs", "Audit log"] },
  ]);
  // The overview is in no group.
  for (const menu of [drawer, column]) expect(foldsOf(menu).some((fold) => fold.hasAttribute("open"))).toBe(false);
  for (const menu of (await admin.open("/admin/orders")).root.querySelectorAll("header nav")) {
    expect(menu.querySelectorAll("details[open] summary").map(({ text }) => text)).toEqual(["Money"]);
  }
  expect(textOf(overview, "header")).toContain("Admin Dashboard");
  expect(
    overview.root
      .querySelectorAll("a")
      .find(({ text }) => text.trim() === "Return to site")
      ?.getAttribute("href"),
  ).toBe("/");
  const cards = overview.root.querySelectorAll("main li a").map((link) => link.getAttribute("href"));
  const panels = ["sessions", "users", "orders", "bookings", "birth-recordings", "stress-recordings"];
  for (const panel of [...panels, "discount-codes", "birth-purchases"]) expect(cards).toContain(`/admin/${panel}`);
  expect(
    textsOf(await admin.open("/admin/orders"), "nav[aria-label=Orders] a").map((tab) => tab.replace(/\s*\d+$/, "")),
  ).toEqual(["All Orders", "Sessions", "Recordings"]);
  expect(textOf(await admin.open("/admin/stress-recordings"), "h1")).toBe("Stress Recordings Management");
  expect(texts(await admin.open(`/admin/users/${member.id}`), "main h2")).toContain("User Details");
});

test("labels a session's details as specified", async ({ db, admin }) => {
  const onsite = { locationType: "onsite" as const, zoomLink: null, address: "4 Weir Street", city: "Margate" };
  const session = await aSession(db, {
    title: "Dusk",
    maxAttendees: null,
    category: null,
    whatToBring: "A mat",
    ...onsite,
    location: "The Mill",
    postCode: "CT9 1AA",
    recordingUrl: "https://videos.example/1",
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

test("shows the specified empty states of the back office", async ({ db, admin }) => {
  const session = await aSession(db);
  const texts = [
    ["/admin/bookings", "No bookings yet."],
    ["/admin/orders", "No orders found"],
    ["/admin/birth-recordings", "No recordings found."],
    ["/admin/products/resource", "No resources found."],
    [`/admin/sessions/${session.id}/attendees`, "No attendees yet for this session."],
    [`/admin/sessions/${session.id}/waitlist`, "No one on the waitlist yet."],
    ["/admin/sessions?search=none", "No sessions found"],
  ] as const;
  for (const [address, text] of texts) {
    expect([address, textOf(await admin.open(address), "main")]).toEqual([address, expect.stringContaining(text)]);
  }
});

test("offers the specified choices and defaults of the back office's forms", async ({ db, admin }) => {
  const valuesOf = (page: Page, name: string) =>
    page.root.querySelectorAll(`[name=${name}] option`).map((option) => option.getAttribute("value"));
  const chosenIn = (page: Page, button: string, names: string[]) => {
    const fields = fieldsOf(page.root.querySelector(formWith(page, button))!);
    return names.map((name) => fields[name]);
  };
  const session = await admin.open("/admin/sessions/new");
  expect(valuesOf(session, "priceCurrency")).toEqual(["GBP", "EUR", "USD"]);
  const names = ["durationMinutes", "maxAttendees", "price", "priceCurrency", "locationType", "city", "category"];
  const specified = ["60", "", "0", "GBP", "online", "", ""];
  expect(chosenIn(session, "Create session", names)).toEqual(specified);
  // What was created last is no default: “Duplicate” is there for that.
  const place = { locationType: "onsite" as const, zoomLink: null, city: "Margate", address: "4 Weir Street" };
  await aSession(db, { ...place, durationMinutes: 90, maxAttendees: 12, enteredPriceMinor: 2500, title: "Dusk" });
  expect(chosenIn(await admin.open("/admin/sessions/new"), "Create session", names)).toEqual(specified);
  expect(chosenIn(await admin.open("/admin/products/resource/new"), "Save resource", ["currency"])).toEqual(["USD"]);
  for (const collection of ["birth", "stress"]) {
    const library = await admin.open(`/admin/${collection}-recordings`);
    expect(valuesOf(library, "currency")).toEqual(["GBP", "EUR", "USD"]);
    expect(chosenIn(library, "Save price", ["price", "currency"])).toEqual(["60", "EUR"]);
  }
});
