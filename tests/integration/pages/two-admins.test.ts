import { eq } from "drizzle-orm";
import { discountCodes, liveSessions, products, sessionCategories, users } from "@db/schema";
import { fieldsOf, textOf, type Page, type PlainBrowser } from "../../support/browser-without-javascript";
import { conflict } from "../../support/page-parts";
import { aRecording } from "../../support/recordings";
import { aSession } from "../../support/sessions";
import { expect, test } from "../../support/admin-over-http";

/** Returns the conflict's message and each field with the saved and the typed value. */
const notice = (page: Page) =>
  page.root.querySelector(conflict()) && {
    text: textOf(page, conflict("b")),
    fields: page.root
      .querySelectorAll(conflict("dl > div"))
      .map((field) => field.querySelectorAll("dt, dd").map(({ text }) => text)),
  };
const noticeOf = (what: string, field: string, saved = "First") => ({
  text: `Someone changed ${what} while you were editing it.`,
  fields: [[field, `Saved version${saved}`, "Your versionSecond"]],
});

type Form = { address: string; field: string; selector?: string };

/** Saves a form from two admins, expects the second to get a conflict with the typed value, and saves again. */
async function editAtOnce(admin: PlainBrowser, { address, field, selector = "main form:has([name=version])" }: Form) {
  const opened = await admin.open(address);
  const first = await admin.submit(opened, { [field]: "First" }, selector);
  expect([first.status, notice(first)]).toEqual([200, null]);
  const late = await admin.submit(opened, { [field]: "Second" }, selector);
  expect(late.status).toBe(409);
  const form = late.root.querySelector(selector)!;
  expect(fieldsOf(form)[field]).toBe("Second");
  const knowingly = await admin.submit(late, {}, selector);
  expect(knowingly.status).toBe(200);
  return { notice: notice(late), saved: fieldsOf((await admin.open(address)).root.querySelector(selector)!)[field] };
}

test("reports a conflict when two admins edit a recording", async ({ db, admin }) => {
  const { id } = await aRecording(db, {
    collection: "stress",
    title: "Tide",
    videoUrl: "https://videos.example/1.mp4",
  });
  const edited = await editAtOnce(admin, { address: `/admin/stress-recordings/${id}`, field: "title" });
  expect(edited).toEqual({ notice: noticeOf("this recording", "Title"), saved: "Second" });
});

test("reports a conflict when two admins edit a learning resource", async ({ db, admin }) => {
  const [row] = await db
    .insert(products)
    .values({
      kind: "resource",
      title: "Workbook",
      description: "Pages to fill in.",
      priceMinor: 1200,
      priceCurrency: "USD",
    })
    .returning();
  const edited = await editAtOnce(admin, { address: `/admin/products/resource/${row!.id}`, field: "title" });
  expect(edited).toEqual({ notice: noticeOf("this resource", "Title"), saved: "Second" });
});

test("fills the form with the other admin's changes to other fields, and keeps them when saving", async ({
  db,
  admin,
}) => {
  const row = {
    kind: "resource" as const,
    title: "Workbook",
    description: "Pages to fill in.",
    priceMinor: 1200,
    priceCurrency: "USD" as const,
  };
  const [saved] = await db.insert(products).values(row).returning();
  const opened = await admin.open(`/admin/products/resource/${saved!.id}`);
  await admin.submit(opened, { price: "15.50", description: "One,\r\ntwo." });
  const late = await admin.submit(opened, { title: "Second" });
  expect([late.status, notice(late)?.fields]).toEqual([
    409,
    [
      ["Description", "Saved versionOne,\ntwo."],
      ["Price", "Saved version15.50"],
    ],
  ]);
  await admin.submit(late);
  const both = { title: "Second", description: "One,\ntwo.", priceMinor: 1550 };
  expect(await db.select().from(products).where(eq(products.kind, "resource"))).toMatchObject([both]);
});

test("reports a conflict when two admins set the price of a collection", async ({ admin }) => {
  const opened = await admin.open("/admin/stress-recordings");
  const selector = "form:has([name=intent][value=price])";
  await admin.submit(opened, { price: "70" }, selector);
  const late = await admin.submit(opened, { price: "80" }, selector);
  expect([late.status, notice(late)?.fields]).toEqual([409, [["Price", "Saved version70", "Your version80"]]]);
});

test("reports a conflict when two admins attach a session's recording", async ({ db, admin }) => {
  const { id } = await aSession(db);
  const address = `/admin/sessions/${id}/recording`;
  const opened = await admin.open(address);
  await admin.submit(opened, { recordingUrl: "https://videos.example/1" });
  const late = await admin.submit(opened, { recordingUrl: "https://videos.example/2" });
  expect([late.status, notice(late)?.fields]).toEqual([
    409,
    [["Recording link", "Saved versionhttps://videos.example/1", "Your versionhttps://videos.example/2"]],
  ]);
  await admin.submit(late);
  const [saved] = await db.select().from(liveSessions).where(eq(liveSessions.id, id));
  expect(saved?.recordingUrl).toBe("https://videos.example/2");
});

test("reports a conflict when two admins rename a category", async ({ db, admin }) => {
  const [row] = await db.insert(sessionCategories).values({ name: "Breath" }).returning();
  const edited = await editAtOnce(admin, { address: `/admin/categories/${row!.id}`, field: "name" });
  expect(edited).toEqual({ notice: noticeOf("this category", "Name"), saved: "Second" });
});

test("reports a conflict when two admins edit a discount code", async ({ db, admin }) => {
  const [row] = await db
    .insert(discountCodes)
    .values({ code: "DUSK", discountType: "percentage", discountPercentage: 10, isActive: true, isOneTimeUse: false })
    .returning();
  const address = `/admin/discount-codes/${row!.id}`;
  const edited = await editAtOnce(admin, { address, field: "code", selector: "form:has([name=version])" });
  expect(edited).toEqual({ notice: noticeOf("this code", "Code", "FIRST"), saved: "SECOND" });
});

test("reports a conflict when two admins edit a member", async ({ db, admin }) => {
  const [row] = await db.insert(users).values({ email: "maeve@example.com", fullName: "Maeve Donnelly" }).returning();
  const edited = await editAtOnce(admin, { address: `/admin/users/${row!.id}?edit`, field: "fullName" });
  expect(edited).toEqual({ notice: noticeOf("these details", "Full name"), saved: "Second" });
});

test("reports a conflict when two admins change the settings", async ({ admin }) => {
  const selector = "form:has([name=section][value=site])";
  const edited = await editAtOnce(admin, { address: "/admin/settings", field: "name", selector });
  expect(edited).toEqual({ notice: noticeOf("these settings", "Name"), saved: "Second" });
});
