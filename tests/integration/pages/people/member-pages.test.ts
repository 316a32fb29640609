import { eq } from "drizzle-orm";
import { liveSessions, payments, recordings, sessionBookings, users } from "@db/schema";
import { anAccount, password } from "../../../support/accounts";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { emptyTextOf, factsWith, noticeOf, paragraphsOf, textsOf } from "../../../support/page-parts";
import { aPurchase, aRecording, fillCollections } from "../../../support/recordings";
import { aBookingOf, aSession } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

type Account = Awaited<ReturnType<typeof anAccount>>;

const test = siteTest.extend<{ member: Account; browser: PlainBrowser }>({
  member: async ({ db }, use) => use(await anAccount(db)),
  browser: async ({ server }, use) => use(new PlainBrowser(server.url)),
});

async function signIn(browser: PlainBrowser, { email }: Account, page = "/sign-in"): Promise<Page> {
  return browser.submit(await browser.open(page), { email, password }, "form:has([name=password])");
}

const main = (page: Page) => textOf(page, "main") ?? "";
const pathOf = ({ url }: Page) => new URL(url).pathname + new URL(url).search;
const linkNamed = (page: Page, name: string) =>
  page.root
    .querySelectorAll("main a")
    .find((link) => link.text.startsWith(name))
    ?.getAttribute("href");

const hour = 3_600_000;

test("asks a visitor to sign in, on the page or before it, and returns to the page", async ({
  browser,
  member,
  server,
}) => {
  const page = await browser.open("/dashboard/resources");
  expect([page.status, emptyTextOf(page)]).toEqual([200, "Please sign in to view your resources."]);
  expect(pathOf(await signIn(browser, member, linkNamed(page, "Sign In")))).toBe("/dashboard/resources");
  const visitor = new PlainBrowser(server.url);
  for (const path of [
    "/dashboard",
    "/dashboard/sessions",
    "/dashboard/past-sessions",
    "/user/sessions",
    "/user/bookings",
  ]) {
    expect(pathOf(await visitor.open(path))).toMatch(/^\/sign-in/);
  }
});

test("shows a new member empty states with links on every page", async ({ browser, member, db }) => {
  await signIn(browser, member);
  const home = await browser.open("/dashboard");
  for (const text of [
    "Welcome back, Maeve",
    "No upcoming sessions scheduled.",
    "You haven't attended any sessions yet.",
    "You don't have access to any breathwork resources yet.",
  ]) {
    expect(main(home)).toContain(text);
  }
  await db.update(users).set({ emailConfirmedAt: new Date() });
  expect(main(await browser.open("/dashboard"))).toContain("Welcome, Maeve");
  const textAt = async (path: string) => emptyTextOf(await browser.open(path));
  expect(await textAt("/dashboard/sessions")).toBe("No upcoming sessions scheduled.");
  expect(await textAt("/dashboard/sessions?tab=past")).toBe("No past sessions available.");
  expect(await textAt("/user/sessions")).toBe("No upcoming sessions scheduled.");
  expect(await textAt("/dashboard/past-sessions")).toBe("You haven't attended any sessions yet.");
  expect(await textAt("/user/bookings")).toBe("You haven't booked any sessions yet.");
  expect(linkNamed(await browser.open("/user/bookings"), "Browse")).toBe("/live-sessions");
  await fillCollections(db);
  const resources = await browser.open("/dashboard/resources");
  expect(paragraphsOf(resources)).toContain("You don't have access to any breathwork resources yet.");
  expect(linkNamed(resources, "Browse Birth")).toBe("/birth-recordings");
  expect(linkNamed(resources, "Browse Stress")).toBe("/stress-recordings");
  for (const title of ["Unlock Birth Breathwork Collection", "Unlock Stress Management Collection"]) {
    expect(main(resources)).toContain(title);
  }
});

test("leads from My Bookings to the receipt, the recording and the cancellation, and hides the receipt from others", async ({
  browser,
  member,
  server,
  db,
}) => {
  await signIn(browser, member);
  const session = await aSession(db, { priceMinor: 0, startTime: new Date(Date.now() + 72 * hour) });
  const { firstName, lastName, formKey } = aBookingOf(session);
  const [booking] = await db
    .insert(sessionBookings)
    .values({
      sessionId: session.id,
      formKey,
      attendeeFirstName: firstName,
      attendeeLastName: lastName,
      attendeeEmail: member.email, // made as a guest
      status: "completed",
      paymentStatus: "paid",
      listPriceMinor: 1800,
      totalMinor: 1800,
      currency: "GBP",
      timeZone: "Europe/London",
    })
    .returning();
  await db.insert(payments).values({
    bookingId: booking!.id,
    provider: "outside",
    state: "paid",
    amountMinor: 1800,
    currency: "GBP",
    paidAt: new Date(),
  });

  const list = await browser.open("/user/bookings");
  expect(textOf(list, "main li h2 + span")).toBe("Booked");
  expect(textOf(list, "main li p:has(time)")).toMatch(/ at \d{1,2}:\d\d [AP]M Online$/);
  const receiptPath = linkNamed(list, "Receipt")!;
  const receipt = await browser.open(receiptPath);
  expect(factsWith(receipt, "Total")).toMatch(/^Price £18.00 ?Total £18.00 ?Paid outside this site .*£18.00$/);
  const other = new PlainBrowser(server.url);
  expect(pathOf(await other.open(receiptPath))).toMatch(/^\/sign-in/);
  await signIn(other, await anAccount(db));
  const refused = await other.open(receiptPath);
  expect([refused.status, refused.html.includes(member.email)]).toEqual([404, false]);

  const question = await browser.open(linkNamed(list, "Cancel booking")!);
  await browser.submit(question, {}, "dialog form");
  const after = await browser.open("/user/bookings");
  expect(textOf(after, "main li h2 + span")).toBe("Cancelled");
  expect(factsWith(await browser.open(receiptPath), "Total")).toContain("Refund I’ll return it to you myself−£18.00");

  const attended = { status: "completed", paymentStatus: "paid" } as const;
  await db.update(sessionBookings).set(attended).where(eq(sessionBookings.id, booking!.id));
  const startTime = new Date(Date.now() - 3 * hour);
  await db.update(liveSessions).set({ startTime, recordingUrl: "https://video.example/1" });
  for (const path of ["/user/bookings", "/dashboard/past-sessions", "/dashboard"]) {
    expect([path, linkNamed(await browser.open(path), "Watch Recording")]).toEqual([path, "https://video.example/1"]);
  }
  await db.update(liveSessions).set({ recordingUrl: null });
  for (const path of ["/dashboard/past-sessions", "/dashboard"]) {
    expect(textOf(await browser.open(path), "main button[disabled]")).toBe("Recording Not Available");
  }
});

test("confirms a free recording on the page without granting anything", async ({ browser, server, member, db }) => {
  await aRecording(db, { collection: "stress", isFree: true });
  const address = "/dashboard/resources?confirmed=true&email=maeve%40example.com&type=stress";
  const asVisitor = await new PlainBrowser(server.url).open(address);
  expect(noticeOf(asVisitor)).toBe("Access confirmed! (free stress recording)");
  expect(main(asVisitor)).toContain("Please sign in to view your resources.");
  await signIn(browser, member);
  expect(noticeOf(await browser.open(address))).toContain("Access confirmed!");
  expect(noticeOf(await browser.open("/dashboard/resources?confirmed=true&type=%3Cb%3E"))).toBe(
    "Access confirmed! (free recording)",
  );
});

test("shows purchases and available recordings in the words of the specification", async ({ browser, member, db }) => {
  await aRecording(db, { collection: "birth", title: "Premium" });
  await aRecording(db, { collection: "stress", title: "For everybody", isFree: true });
  await aRecording(db, { collection: "stress", title: "Not bought" });
  await db.update(recordings).set({ description: null }).where(eq(recordings.title, "Premium"));
  const purchase = await aPurchase(db, member);
  const paid = { amountMinor: 6000, currency: "EUR", paidAt: new Date(), state: "paid" } as const;
  await db.insert(payments).values({ purchaseId: purchase.id, ...paid });
  await signIn(browser, member);
  const page = await browser.open("/dashboard/resources?source=purchase");
  expect(textOf(page, "h1")).toBe("My Breathwork Resources");
  expect(main(page)).toContain("You have full access to all birth breathwork recordings.");
  const cards = textsOf(page, "main li:has(h2)");
  expect(cards).toEqual([
    expect.stringMatching(/Birth.*Premium.*A guided breathing practice for pregnancy and birth\..*Watch Now/) as string,
    expect.stringMatching(/FREE.*Stress.*For everybody.*Watch Now/) as string,
  ]);
  expect(main(page)).toContain("Unlock Stress Management Collection");
  expect(main(page)).not.toContain("Unlock Birth Breathwork Collection");
  const receipt = await browser.open(linkNamed(page, "Receipt")!);
  expect(factsWith(receipt, "Total")).toMatch(/^Price €60.00 ?Total €60.00 ?Paid by card .*€60.00$/);
});
