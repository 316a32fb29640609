import { discountCodes, outboxEmails, payments, recordings, products, sessionCategories } from "@db/schema";
import { anAccount } from "../../support/accounts";
import { textOf, type Page } from "../../support/browser-without-javascript";
import { expect, test } from "../../support/admin-over-http";
import { textsOf } from "../../support/page-parts";
import { aPurchase } from "../../support/recordings";
import { aSession, takePlace } from "../../support/sessions";
import { productIds } from "../../support/products";

const rowLink = (page: Page) => page.root.querySelector("tbody td a")?.getAttribute("href") ?? "";
const menuOf = (page: Page, name: string) =>
  page.root.querySelector(`tbody details:has(summary[aria-label="${name}"])`);

test("a row opens what it is about, and its labelled menu holds rare actions, without JavaScript", async ({
  db,
  admin,
}) => {
  const session = await aSession(db);
  await takePlace(db, session, { attendeeFirstName: "Ada", attendeeLastName: "Weir" });
  const member = await anAccount(db, { fullName: "Maeve Byrne", email: "maeve@example.com" });
  await aPurchase(db, member);
  const [category] = await db.insert(sessionCategories).values({ name: "Reiki" }).returning();
  const [code] = await db
    .insert(discountCodes)
    .values({ code: "DUSK", discountType: "percentage", discountPercentage: 10 })
    .returning();
  const [resource] = await db
    .insert(products)
    .values({ kind: "resource", title: "Workbook", description: "Pages.", priceMinor: 1200, priceCurrency: "USD" })
    .returning();
  const [recording] = await db
    .insert(recordings)
    .values({ productId: productIds.birth, title: "Rest", videoUrl: "https://videos.example/1", orderIndex: 0 })
    .returning();
  const mail = { template: "booking-confirmation", recipient: "ada@example.com", dedupeKey: "one", props: {} };
  await db.insert(outboxEmails).values({ ...mail, subject: "You’re booked", html: "<p>Hello</p>", text: "Hello" });

  const lists = [
    ["/admin/bookings", "Booking of Ada Weir", null],
    ["/admin/orders?tab=sessions", "Booking of Ada Weir", "Change the order of Ada Weir"],
    ["/admin/birth-purchases", /^Purchase of /, /^Change the purchase of /],
    ["/admin/people?search=example.com", /./, null],
    ["/admin/users?search=maeve", "Maeve Byrne", null],
    ["/admin/mails", "You’re booked", null],
    ["/admin/discount-codes", "Edit Code", "Change DUSK"],
    ["/admin/products/resource", "Edit Resource", "Change Workbook"],
    ["/admin/birth-recordings", "Edit Recording", "Change Rest"],
    ["/admin/categories?", /./, "Change Reiki"],
  ] as const;
  for (const [address, heading, menu] of lists) {
    const list = await admin.open(address);
    const opened = await admin.open(rowLink(list));
    const headings = textsOf(opened, "main h1, dialog h1, dialog h2");
    expect([address, opened.status, headings]).toEqual([
      address,
      200,
      expect.arrayContaining([typeof heading === "string" ? heading : expect.stringMatching(heading)]),
    ]);
    const names = list.root.querySelectorAll("tbody summary").map((summary) => summary.getAttribute("aria-label"));
    if (menu === null) expect([address, names]).toEqual([address, []]);
    else if (typeof menu === "string") expect([address, names]).toEqual([address, expect.arrayContaining([menu])]);
    else expect([address, names[0]]).toEqual([address, expect.stringMatching(menu)]);
  }
  const deleted = [
    ["/admin/discount-codes", "Change DUSK", `/admin/discount-codes/${code!.id}/delete`],
    ["/admin/products/resource", "Change Workbook", `/admin/products/resource/${resource!.id}/delete`],
    ["/admin/birth-recordings", "Change Rest", `/admin/birth-recordings/${recording!.id}/delete`],
    ["/admin/categories", "Change Reiki", `/admin/categories/${category!.id}/delete`],
  ] as const;
  for (const [address, menu, href] of deleted) {
    const list = await admin.open(address);
    expect([address, menuOf(list, menu)?.querySelector(`a[href="${href}"]`)?.text]).toEqual([address, "Delete"]);
    expect(list.root.querySelectorAll(`a[href="${href}"]`)).toHaveLength(1);
  }
});

test("an order's page shows its facts, offers what can be done, and leads back to its list", async ({ db, admin }) => {
  const session = await aSession(db, { title: "Dusk" });
  const bookingId = await takePlace(db, session, { attendeeFirstName: "Ada", attendeeLastName: "Weir" });
  const money = { amountMinor: session.priceMinor, currency: "GBP" as const };
  await db.insert(payments).values({ ...money, bookingId, state: "paid", provider: "outside" });
  const page = await admin.open(rowLink(await admin.open("/admin/orders?search=Ada")));
  expect(textOf(page, "h1")).toBe("Booking of Ada Weir");
  expect(textOf(page, "main dl")).toContain("Dusk");
  expect(page.root.querySelector("main a")?.getAttribute("href")).toBe("/admin/orders?search=Ada");
  const actions = new Map(
    page.root.querySelectorAll("main li a").map((link) => [link.text, link.getAttribute("href")]),
  );
  expect([...actions.keys()]).toEqual(expect.arrayContaining(["Attendees", "People", "Refund", "Cancel"]));
  for (const [label, href] of actions) expect([label, (await admin.open(href!)).status]).toEqual([label, 200]);
  const unknown = "/admin/orders/booking/0b0b0b0b-0000-4000-8000-000000000000";
  expect((await admin.open(unknown)).status).toBe(404);
});
