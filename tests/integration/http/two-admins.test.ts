import { discountCodes, resources, sessionCategories, users } from "@db/schema";
import { anAccount } from "../../support/accounts";
import { fieldsOf, PlainBrowser, textOf, type Page } from "../../support/browser-without-javascript";
import { aRecording } from "../../support/recordings";
import { signIn } from "../../support/recordings-http";
import { expect, test as siteTest } from "../../support/site-over-http";

const test = siteTest.extend<{ admin: PlainBrowser }>({
  admin: async ({ db, server }, use) => {
    const account = await anAccount(db, { role: "admin", fullName: "Mara Lind" });
    const browser = new PlainBrowser(server.url);
    await signIn(browser, account.email);
    await use(browser);
  },
});

/** What it says first, and each field that is saved otherwise than it is typed. */
const notice = (page: Page) =>
  page.root.querySelector(".conflict") && {
    text: textOf(page, ".conflict b"),
    rows: page.root
      .querySelectorAll(".conflict tbody tr")
      .map((row) => row.querySelectorAll("th, td").map(({ text }) => text)),
  };
const told = (what: string, ...row: string[]) => ({
  text: `Somebody changed ${what} while you were editing it.`,
  rows: [row],
});

type Form = { address: string; field: string; selector?: string };

/** Both open it, the first saves, the second is told and keeps what she typed, and saves it knowingly. */
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
  return { told: notice(late), saved: fieldsOf((await admin.open(address)).root.querySelector(selector)!)[field] };
}

test("a recording that two admins edit at once", async ({ db, admin }) => {
  const { id } = await aRecording(db, {
    collection: "stress",
    title: "Tide",
    videoUrl: "https://videos.example/1.mp4",
  });
  const edited = await editAtOnce(admin, { address: `/admin/stress-recordings/${id}`, field: "title" });
  expect(edited).toEqual({ told: told("this recording", "Title", "First", "Second"), saved: "Second" });
});

test("a learning resource that two admins edit at once", async ({ db, admin }) => {
  const [row] = await db
    .insert(resources)
    .values({ title: "Workbook", description: "Pages to fill in.", priceMinor: 1200, priceCurrency: "USD" })
    .returning();
  const edited = await editAtOnce(admin, { address: `/admin/resources/${row!.id}`, field: "title" });
  expect(edited).toEqual({ told: told("this resource", "Title", "First", "Second"), saved: "Second" });
});

test("a category that two admins rename at once", async ({ db, admin }) => {
  const [row] = await db.insert(sessionCategories).values({ name: "Breath" }).returning();
  const edited = await editAtOnce(admin, { address: `/admin/categories/${row!.id}`, field: "name" });
  expect(edited).toEqual({ told: told("this category", "Name", "First", "Second"), saved: "Second" });
});

test("a discount code that two admins edit at once", async ({ db, admin }) => {
  const [row] = await db
    .insert(discountCodes)
    .values({ code: "DUSK", discountType: "percentage", discountPercentage: 10, isActive: true, isOneTimeUse: false })
    .returning();
  const address = `/admin/discount-codes/${row!.id}`;
  const edited = await editAtOnce(admin, { address, field: "code", selector: "form:has([name=version])" });
  expect(edited).toEqual({ told: told("this code", "Code", "FIRST", "Second"), saved: "SECOND" });
});

test("a member whom two admins edit at once", async ({ db, admin }) => {
  const [row] = await db.insert(users).values({ email: "maeve@example.com", fullName: "Maeve Donnelly" }).returning();
  const edited = await editAtOnce(admin, { address: `/admin/users/${row!.id}?edit`, field: "fullName" });
  expect(edited).toEqual({ told: told("these details", "Full name", "First", "Second"), saved: "Second" });
});

test("settings that two admins change at once", async ({ admin }) => {
  const selector = "form:has([name=section][value=site])";
  const edited = await editAtOnce(admin, { address: "/admin/settings", field: "name", selector });
  expect(edited).toEqual({ told: told("these settings", "Name", "First", "Second"), saved: "Second" });
});
