import { sql } from "drizzle-orm";
import { users } from "@db/schema";
import { enqueueJob } from "@server/platform/jobs/enqueue-job";
import { cheapHash } from "../../../support/accounts";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { emptyTextOf, errorsOf, paragraphsOf, toastOf } from "../../../support/page-parts";
import { expect, test as siteTest } from "../../../support/site-over-http";

const password = "slow-exhale-7";

const test = siteTest.extend<{ browser: PlainBrowser }>({
  browser: async ({ db, server }, use) => {
    const account = { passwordHash: await cheapHash(password), emailConfirmedAt: new Date() };
    await db.insert(users).values([
      { ...account, email: "admin@example.com", fullName: "Clara Marsh", role: "admin" },
      { ...account, email: "maeve@example.com", fullName: "Maeve Donnelly" },
    ]);
    const browser = new PlainBrowser(server.url);
    const door = await browser.open("/sign-in");
    await browser.submit(door, { email: "admin@example.com", password }, "form:has([name=password])");
    await use(browser);
  },
});

const flash = (page: Page) => toastOf(page);
const formOf = (section: string) => `form:has([name=section][value=${section}])`;

test("shows settings on the pages, and resets them to the default, without JavaScript", async ({ browser }) => {
  const form = await browser.open("/admin/settings");
  const named = { name: "Still Water", tagline: "Breathe where you are." };
  expect(flash(await browser.submit(form, named, formOf("site")))).toBe("Settings saved");
  const home = await browser.open("/");
  expect(textOf(home, "header a[href='/']")).toBe("Still Water");
  expect(textOf(home, "main")).toContain("Breathe where you are.");
  expect(home.root.querySelector("meta[name=description]")!.getAttribute("content")).toContain(
    "Breathe where you are.",
  );

  const wrong = await browser.submit(form, { offerHours: "0" }, formOf("waitlist"));
  expect([wrong.status, errorsOf(wrong)[0]]).toEqual([422, "Enter a whole number from 1 to 168"]);
  expect(errorsOf(wrong)).toHaveLength(1);

  const changed = await browser.open("/admin/settings");
  expect(flash(await browser.submit(changed, { intent: "reset" }, formOf("site")))).toBe("Back to default");
  expect(textOf(await browser.open("/"), "header a[href='/']")).toBe("Breathroom");
  expect((await browser.post("/admin/settings", { section: "none" })).status).toBe(404);
});

test("shows and resends a mail, but not a private one, without JavaScript", async ({ browser }) => {
  const door = new PlainBrowser(browser.site);
  await door.submit(await door.open("/sign-in?tab=reset-password"), { email: "maeve@example.com" }, "dialog form");
  const list = await browser.open("/admin/users?search=maeve");
  const member = list.root.querySelector("tbody a")!.getAttribute("href")!;
  await browser.submit(await browser.open(`${member}/password`), { password: "quiet-tide-3" });
  const sent = () => browser.open("/admin/mails?status=sent&search=maeve");
  const subjects = async () => (await sent()).root.querySelectorAll("tbody a").map(({ text }) => text);
  const changed = "Your password for Breathroom was changed";
  await expect.poll(subjects).toContain(changed);

  const log = await sent();
  const hrefOf = (subject: string) =>
    log.root
      .querySelectorAll("tbody a")
      .find(({ text }) => text === subject)!
      .getAttribute("href")!;
  const mail = await browser.open(hrefOf(changed));
  expect(mail.root.querySelector("iframe")!.getAttribute("srcdoc")).toContain("Set for you by the instructor");
  expect(mail.root.querySelector("iframe")!.getAttribute("sandbox")).not.toContain("allow-scripts");
  const again = await browser.submit(mail);
  expect(flash(again)).toContain("The email is being sent again.");
  expect(again.url).not.toBe(mail.url);
  expect((await browser.open("/admin/mails/0b0b0b0b-0000-4000-8000-000000000000")).status).toBe(404);

  const audit = await browser.open("/admin/audit?kind=email");
  expect(audit.root.querySelectorAll("tbody tr").map((row) => row.text)).toEqual([
    expect.stringContaining(`Clara Marsh resent the email ${changed}`),
  ]);
  expect(audit.root.querySelector("tbody a")!.getAttribute("href")).toBe(new URL(mail.url).pathname);
  expect(emptyTextOf(await browser.open("/admin/audit?until=2001-01-01"))).toBe("No entries match.");
});

test("runs a failed job again, without JavaScript", async ({ browser, db }) => {
  expect(paragraphsOf(await browser.open("/admin/jobs"))).toContain("Nothing has failed.");
  await enqueueJob(db, "deliver-mail", { mailId: crypto.randomUUID() }, { runAt: new Date(Date.now() + 3_600_000) });
  await db.execute(sql`update graphile_worker._private_jobs set attempts = 25, last_error = 'the post is on strike'
    where run_at > now()`);
  const page = await browser.open("/admin/jobs");
  expect(textOf(page, "tbody tr")).toContain("the post is on strike");
  expect(flash(await browser.submit(page, {}, "tbody form"))).toBe("The job is running again");
  await expect.poll(async () => emptyTextOf(await browser.open("/admin/jobs"))).toBe("Nothing has failed.");
});
