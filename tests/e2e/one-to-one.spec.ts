import { oneToOneOffers } from "@db/schema";
import { eq } from "drizzle-orm";
import { bookButton, dialogOf, expectHeading, expectWholeStatement, healthBox } from "../support/e2e-booking";
import { fill, press, tabTo } from "../support/e2e-keyboard";
import { expect, test } from "../support/e2e-test";
import { anOffer } from "../support/one-to-one";

test.use({ viewport: { width: 390, height: 844 } });

test("books a free time on a phone by keyboard, by the days of a week", async ({ page, site, guest }) => {
  const { id, slug, title } = await anOffer(site.db, { priceMinor: 0, title: "An Hour by Hand" });
  try {
    await page.goto(`/one-to-one/${slug}`);
    const week = page.getByRole("navigation", { name: "Days of the week" });
    await expect(page.getByRole("navigation", { name: "Days of the month" })).toBeHidden();
    // In a week in which no other test publishes a session.
    const next = week.getByRole("link", { name: "Next week" });
    for (let nth = 0; nth < 3; nth += 1) {
      const address = await next.getAttribute("href");
      await press(page, next);
      await expect(next).not.toHaveAttribute("href", address!);
    }
    const day = week.getByRole("link", { name: /^Wednesday, .* free times$/ });
    const name = (await day.getAttribute("aria-label"))!.split(/, \d+ free/)[0]!;
    await press(page, day);
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(week.getByRole("link", { name })).toHaveAttribute("aria-current", "date");
    // Both runs share one instructor, whose time is taken once.
    const times = page.getByRole("link", { name: /^Book \d/ });
    await press(page, test.info().project.name === "with JavaScript" ? times.first() : times.last());
    await fill(page, dialogOf(page).getByLabel("First name"), guest.firstName);
    await fill(page, dialogOf(page).getByLabel("Last name"), guest.lastName);
    await fill(page, dialogOf(page).getByLabel("Email", { exact: true }), guest.email);
    await expectWholeStatement(page);
    await tabTo(page, healthBox(page));
    await page.keyboard.press("Space");
    await press(page, bookButton(page));
    await expectHeading(page, `You're booked, ${guest.firstName}.`);
    await expect(page.getByRole("main")).toContainText(title);
  } finally {
    await site.db.update(oneToOneOffers).set({ isOn: false }).where(eq(oneToOneOffers.id, id));
  }
});
