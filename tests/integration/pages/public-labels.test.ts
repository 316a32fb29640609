import { eq } from "drizzle-orm";
import { purchases, recordings, sessionCategories } from "@db/schema";
import { PlainBrowser, textOf, type Page } from "../../support/browser-without-javascript";
import { anOffer } from "../../support/one-to-one";
import { hrefsOf, textsOf } from "../../support/page-parts";
import { aPurchase, aRecording } from "../../support/recordings";
import { expect, linkNamed, mainText, signIn, test } from "../../support/recordings-http";
import { aSession, takePlace } from "../../support/sessions";
import { boughtCollection } from "../../support/products";

const contentOf = (page: Page, property: string) =>
  page.root.querySelector(`meta[property="${property}"]`)?.getAttribute("content");
test("labels the schedule, the footer and the session's page as specified", async ({ db, server, world }) => {
  await db.insert(sessionCategories).values({ name: "Rest" });
  const session = await aSession(db, { title: "Dusk", category: "Rest", whatToBring: "A mat", durationMinutes: 90 });
  const browser = new PlainBrowser(server.url);
  const schedule = await browser.open("/");
  expect(textOf(schedule, "title")).toMatch(/^Live Sessions/);
  expect(contentOf(schedule, "og:title")).toMatch(/^Live Sessions/);
  expect(textOf(schedule, "h1")).toBe("UPCOMING SESSIONS");
  expect(textOf(schedule, "main")).not.toContain("takes place");
  expect(schedule.root.querySelector("select[name=category]")).not.toBeNull();
  const row = textsOf(schedule, "main li").find((text) => text.includes("Dusk"));
  expect(row).toMatch(/^\d{1,2} [A-Z][a-z]{2} [A-Z][a-z]{2} \d{4}.*\d{1,2}:\d\d [AP]M 1h 30min ?Online ?£18/);
  expect(hrefsOf(schedule, "main li a")).toContain(`/sessions/${session.id}`);
  expect(textsOf(schedule, "footer a")[0]).toBe("Contact me");
  expect(hrefsOf(schedule, "footer a").at(-1)).toMatch(/^https:/);

  const page = await browser.open(`/sessions/${session.id}`);
  for (const text of ["Dusk", "Online", "Long exhales", "What to bring", "A mat", "£18", "Book Now"]) {
    expect(mainText(page)).toContain(text);
  }
  expect(linkNamed(page, "Back")).toBe("/");
  await signIn(browser, world.account.email);
  expect(linkNamed(await browser.open(`/sessions/${session.id}`), "Back")).toBe("/dashboard/sessions");
});

test("welcomes a visitor to a free recording and opens the forgotten password's dialog", async ({ server }) => {
  const browser = new PlainBrowser(server.url);
  const query = "tab=sign-up&confirmed=true&email=maeve%40example.com&firstName=Maeve&lastName=Byrne&type=birth";
  const page = await browser.open(`/sign-in?${query}`);
  expect(mainText(page)).toContain("Welcome! Please create your account to access your free recording.");
  const typed = ["email", "firstName", "lastName"].map((name) =>
    page.root.querySelector(`[name=${name}]`)?.getAttribute("value"),
  );
  expect(typed).toEqual(["maeve@example.com", "Maeve", "Byrne"]);
  expect(mainText(await browser.open("/sign-in?tab=sign-up"))).toContain(
    "Password must be at least 6 characters long.",
  );
  expect(textOf(await browser.open("/sign-in?tab=reset-password"), "dialog h1")).toBe("Forgot your password?");
});

test("labels the member's pages as specified", async ({ db, server, world }) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const { id: userId } = world.account;
  const session = await aSession(db, { title: "Dusk", priceMinor: 0 });
  await takePlace(db, session, { userId });
  const home = await browser.open("/dashboard");
  expect(textOf(home, "h1")).toMatch(/^Welcome back, /);
  expect(textsOf(home, "main h2")).toEqual(
    expect.arrayContaining(["Upcoming Sessions", "Past Sessions", "My Resources"]),
  );
  expect([...new Set(textsOf(home, "nav[aria-label=Member] a"))]).toEqual([
    ...["Home", "Full Schedule", "Upcoming Sessions", "Past Sessions", "My Resources", "My Bookings", "Profile"],
  ]);
  expect(textsOf(home, "nav[aria-label=Member] button")).toContain("Sign Out");
  for (const [address, title] of [
    ["/dashboard/sessions", "Upcoming Sessions"],
    ["/dashboard/past-sessions", "My Past Sessions"],
    ["/user/sessions", "My Upcoming Sessions"],
    ["/user/bookings", "My Bookings"],
    ["/dashboard/settings", "Profile"],
    ["/user/settings", "Profile"],
  ] as const) {
    expect([address, textOf(await browser.open(address), "main h1")]).toEqual([address, title]);
  }
  const profile = await browser.open("/dashboard/settings");
  const unchangeable = profile.root.querySelectorAll("input[readonly], input[disabled]");
  expect(unchangeable.map((input) => input.getAttribute("value"))).toEqual([world.account.email]);

  const form = await browser.open("/update-password");
  const typed = { currentPassword: "slow-exhale-7", newPassword: "quiet-tide-3", confirmPassword: "quiet-tide-3" };
  const updated = await browser.submit(form, typed);
  expect(textOf(updated, "h1")).toBe("Password Updated");
  expect(linkNamed(updated, "Go to Dashboard")).toBe("/dashboard");
});

test("labels the collections as specified, before and after buying one", async ({ db, server, world }) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  const before = await browser.open("/birth-recordings");
  expect(linkNamed(before, "Unlock All Recordings")).toBe("/birth-recordings?purchase=true");
  expect(mainText(before)).toContain("Lifetime access");
  expect(mainText(before)).toMatch(/Free.*Premium|Premium.*Free/);
  const related = hrefsOf(before, "main a");
  expect(related).toContain("/live-sessions");
  const program = related.find((href) => href?.startsWith("https:"));
  expect(program).toBeDefined();
  await anOffer(db);
  expect(hrefsOf(await browser.open("/birth-recordings"), "main a"), "one-to-one is offered").toContain(program);

  const purchase = await aPurchase(db, world.account);
  const after = await browser.open("/birth-recordings");
  expect(mainText(after)).not.toContain("Lifetime access");
  expect(mainText(after)).toContain("Unlocked");
  expect(mainText(after)).not.toContain("Premium");
  await db.update(purchases).set(boughtCollection("stress")).where(eq(purchases.id, purchase.id));
  await aRecording(db, { collection: "stress", orderIndex: 1 });
  const stress = await browser.open("/stress-recordings");
  expect(mainText(stress)).toContain("You have full access to all stress recordings.");

  const dataOf = async () => (await browser.open(`/birth-recordings/${world.free.id}`)).html;
  expect(await dataOf()).toContain('"duration":"PT1M"');
  await db.update(recordings).set({ durationSeconds: null });
  expect(await dataOf()).toContain('"duration":"PT15M"');

  const birth = await browser.open("/breathwork-for-birth");
  expect(hrefsOf(birth, "main a")).toEqual(expect.arrayContaining(["/birth-recordings", "/live-sessions"]));
});
