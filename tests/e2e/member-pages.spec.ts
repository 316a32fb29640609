import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { aMember, signInByCookie, expectMessage } from "../support/e2e-accounts";
import { expectHeading, expectPaymentPage, pressOnPaymentPage, takePlace } from "../support/e2e-booking";
import { waitForRefresh } from "../support/e2e-refresh";
import { expect, test } from "../support/e2e-test";

const regionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function goTo(page: Page, label: string): Promise<void> {
  await page.getByRole("navigation", { name: "Member" }).getByRole("link", { name: label, exact: true }).click();
}

test("a new member's pages say that they are empty @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site });
  await page.goto("/dashboard");
  await expect(regionOf(page, "Upcoming Sessions")).toContainText("No upcoming sessions scheduled.");
  await expect(regionOf(page, "Past Sessions")).toContainText("You haven't attended any sessions yet.");
  await goTo(page, "Upcoming Sessions");
  await expect(
    regionOf(page, "Upcoming Sessions")
      .getByRole("link", { name: /^Book Now/ })
      .first(),
  ).toBeVisible();
  await expect(page.getByText("3 people on the waitlist")).toBeVisible();
  await expect(page.getByText("You’re booked")).toHaveCount(0);
  await page.getByRole("link", { name: "Past Sessions" }).last().click();
  await expectHeading(page, "Past Sessions");
  await goTo(page, "Past Sessions");
  await expectHeading(page, "My Past Sessions");
  await expect(page.getByText("You haven't attended any sessions yet.")).toBeVisible();
  await page.getByRole("link", { name: "Bookings", exact: true }).click();
  await expect(page.getByText("You haven't booked any sessions yet.")).toBeVisible();
  await goTo(page, "My Resources");
  await expect(page.getByText("FREE", { exact: true })).toHaveCount(6);
  await expect(regionOf(page, "Unlock Birth Breathwork Collection")).toBeVisible();
  await expect(regionOf(page, "Unlock Stress Management Collection")).toBeVisible();
});

test("shows a member's sessions, bookings and a receipt @scripted", async ({ page, publishSession, site }) => {
  const member = await aMember(site.db);
  const [next, last] = [
    await publishSession({ title: "Coming Up", priceMinor: 0, startTime: inHours(30) }),
    await publishSession({
      title: "Been There",
      priceMinor: 0,
      startTime: inHours(-30),
      recordingUrl: "https://video.example/1",
    }),
  ];
  for (const session of [next, last]) {
    await takePlace(site.db, session, { userId: member.id });
  }
  await signInByCookie({ page, site }, member);
  await page.goto("/dashboard");
  await expect(page.getByText(/^Your next session is Coming Up, /)).toBeVisible();
  await expect(regionOf(page, "Past Sessions").getByRole("link", { name: /^Watch Recording/ })).toHaveAttribute(
    "href",
    "https://video.example/1",
  );
  await regionOf(page, "Upcoming Sessions").getByRole("link", { name: "View all" }).click();
  await expectHeading(page, "My Upcoming Sessions");
  await expect(page.getByRole("link", { name: /^Join the session/ })).toHaveAttribute("href", /^\/join\/[\da-f-]+$/);
  await goTo(page, "Upcoming Sessions");
  await expect(page.getByRole("listitem").filter({ hasText: "You’re booked" })).toContainText("Coming Up");

  await goTo(page, "My Bookings");
  const booking = page.getByRole("listitem").filter({ hasText: "Coming Up" });
  await expect(booking.getByText("Booked", { exact: true })).toBeVisible();
  await booking.getByRole("link", { name: /^Receipt/ }).click();
  await expectHeading(page, "Receipt");
  await page.locator("#main").getByRole("link", { name: "My Bookings", exact: true }).click();
  await booking.getByRole("link", { name: /^Cancel booking/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel booking" }).click();
  await expectHeading(page, "This booking is cancelled.");
  await page.goto("/user/bookings");
  await expect(booking.getByText("Cancelled", { exact: true })).toBeVisible();
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const banners = {
  birth: "You have full access to all birth breathwork recordings.",
  // One of its parts opens a week after the purchase.
  stress: /is yours\. Each part that opens later says when\.$/,
};

test("unlocks one collection, then both @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site });
  for (const collection of ["birth", "stress"] as const) {
    await page.goto(`/${collection}-recordings?purchase=true`);
    await page.getByRole("checkbox", { name: /^I ask for access at once/ }).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expectPaymentPage(page);
    await pressOnPaymentPage(page, "Pay");
    await expect(page.getByText("Payment Successful")).toBeVisible();
    if (collection === "birth") {
      // The page redirects after two seconds.
      await expect(page).toHaveURL("/dashboard/resources?source=purchase");
      await expect(page.getByText("Thank you. Your purchase is here")).toBeVisible();
      await expect(page.getByText(banners.stress)).toHaveCount(0);
      await expect(regionOf(page, "Unlock Stress Management Collection")).toBeVisible();
    }
    await page.goto("/dashboard/resources");
    await expect(page.getByText(banners[collection])).toBeVisible();
  }
  await expect(page.getByText(banners.birth)).toBeVisible();
  await expect(page.getByRole("region", { name: /^Unlock/ })).toHaveCount(0);
  // One of the sixteen opens a week after the purchase.
  await expect(page.getByRole("link", { name: /^(Watch|Listen) Now/ })).toHaveCount(15);
  await expect(regionOf(page, "My Purchases").getByRole("link", { name: /^Receipt/ })).toHaveCount(2);
});

test("announces a confirmed free recording, stores it and clears the address @scripted", async ({
  page,
  isScripted,
}) => {
  await page.goto("/dashboard/resources?confirmed=true&email=maeve%40example.com&type=birth");
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Access confirmed! (free birth recording)",
    text: "",
  });
  await expect(page).toHaveURL("/dashboard/resources");
  await expect(page.getByText("Please sign in to view your resources.")).toBeVisible();
  const kept = await page.evaluate(() => ({ ...window.localStorage }));
  expect(kept).toMatchObject({ user_email: "maeve@example.com", birth_recording_confirmed: "true" });
});

test("refreshes the home page in place, with 304 when unchanged @scripted", async ({ page, publishSession, site }) => {
  const member = await aMember(site.db);
  await signInByCookie({ page, site }, member);
  await page.clock.install();
  await page.goto("/dashboard");
  const refreshed = async () => (await waitForRefresh(page, "home.get")).status();
  expect(await refreshed()).toBe(200);
  expect(await refreshed()).toBe(304);
  const session = await publishSession({ title: "Given a place", startTime: inHours(30) });
  await takePlace(site.db, session, { userId: member.id });
  expect(await refreshed()).toBe(200);
  await expect(page.getByText(/^Your next session is Given a place, /)).toBeVisible();
  await site.db.update(liveSessions).set({ cancelledAt: new Date() }).where(eq(liveSessions.id, session.id));
  expect(await refreshed()).toBe(200);
  await expect(regionOf(page, "Upcoming Sessions")).toContainText("No upcoming sessions scheduled.");
});
