import { eq } from "drizzle-orm";
import { liveSessions, sessionBookings } from "@db/schema";
import {
  bookButton,
  bookPath,
  dialogOf,
  expectHeading,
  expectPaymentPage,
  expectTyped,
  fillIn,
  holdPlace,
  lockSessionDuring,
  openDialog,
  takePlace,
} from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

test("a guest books a free session from the schedule and gets the joining link by mail", async ({
  page,
  request,
  site,
  publishSession,
  guest,
}) => {
  await publishSession({ title: "Dawn Breath", priceMinor: 0, zoomLink: "https://zoom.example/j/dawn" });
  await page.goto("/");
  await page.getByRole("link", { name: "Dawn Breath" }).click();
  await expectHeading(page, "Dawn Breath");
  await expect(page.getByRole("complementary", { name: "Session details" })).toContainText("Free");
  await page.getByRole("link", { name: "Book Now" }).click();
  await expect(dialogOf(page)).toContainText("Free");
  await fillIn(page, guest);
  await bookButton(page).click();

  await expectHeading(page, "You're booked, Hannah.");
  await expect(page).toHaveURL(/\/booking-confirmation\?bookingId=[0-9a-f-]{36}$/);
  await expect(page.getByRole("complementary", { name: "Booking details" })).toContainText("Dawn Breath");
  // Another browser sees nothing private, not even in the data for hydration.
  const html = await (await request.get(page.url())).text();
  expect(html).toContain("Dawn Breath");
  for (const secret of ["zoom.example", guest.email, guest.lastName]) expect(html).not.toContain(secret);

  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
  const [mail] = await site.mailsTo(guest.email);
  expect(mail!.subject).toBe("Your place is booked: Dawn Breath");
  for (const content of [mail!.text, mail!.html]) {
    expect(content).toMatch(/\/join\/[\da-f-]{36}\?key=\w{40}/);
    expect(content).not.toContain("zoom.example");
  }
});

test("shows SOLD OUT on the schedule, the session's page and its dialog @scripted", async ({
  page,
  site,
  publishSession,
}) => {
  const session = await publishSession({ maxAttendees: 1 });
  await takePlace(site.db, session);
  await page.goto("/");
  const row = page.getByRole("listitem").filter({ hasText: session.title });
  await expect(row).toContainText("SOLD OUT");
  await expect(row).not.toContainText("£");
  await row.getByRole("link").click();
  await expect(page.getByRole("complementary", { name: "Session details" })).toContainText("SOLD OUT");
  await expect(page.getByRole("link", { name: "Book Now" })).toHaveCount(0);
  await page.goto(bookPath(session));
  await expect(dialogOf(page)).toContainText("SOLD OUT");
  await expect(bookButton(page)).toHaveCount(0);
});

test("shows held places as held, not as sold out, and does not sell them @scripted", async ({
  page,
  site,
  publishSession,
}) => {
  const held = "The last places are being held for others right now.";
  const session = await publishSession({ maxAttendees: 1 });
  await holdPlace(site.db, session);
  await page.goto("/");
  await expect(page.getByRole("listitem").filter({ hasText: session.title })).not.toContainText("SOLD OUT");
  await page.goto(`/sessions/${session.id}`);
  await expect(page.getByText(held)).toBeVisible();
  await expect(page.getByRole("link", { name: "Book Now" })).toHaveCount(0);
  await page.goto(bookPath(session));
  await expect(dialogOf(page)).toContainText(held);
  await expect(bookButton(page)).toHaveCount(0);
});

test("leads to the waitlist with what was typed when the last place goes to another guest @scripted", async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  const session = await publishSession({ maxAttendees: 1 });
  await openDialog(page, session);
  await fillIn(page, guest);
  await takePlace(site.db, session);
  await bookButton(page).click();
  const refusal = page.getByRole("status").filter({ hasText: "The last place has just gone." });
  await expect(refusal).toBeFocused();
  await expect(refusal).toBeInViewport();
  await expect(refusal).toContainText("SOLD OUT");
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Join Waitlist" }).click();
  const waitlist = page.getByRole("form", { name: "Join the waitlist" });
  await expect(waitlist.getByLabel("First name")).toHaveValue(guest.firstName);
  await expect(waitlist.getByLabel("Last name")).toHaveValue(guest.lastName);
  await expect(waitlist.getByLabel("Email", { exact: true })).toHaveValue(guest.email);
  expect(await site.mailsTo(guest.email)).toEqual([]);
});

test("an invalid form keeps its fields, shows errors beside them, and books once corrected", async ({
  page,
  publishSession,
  guest,
  pageErrors,
}) => {
  await openDialog(page, await publishSession({ priceMinor: 0 }));
  await fillIn(page, { ...guest, firstName: "", email: "hannah@example" });
  pageErrors.expectStatuses(422);
  await bookButton(page).click();

  const dialog = dialogOf(page);
  const firstName = dialog.getByLabel("First name");
  await expect(firstName).toHaveAccessibleDescription("Enter your first name");
  await expect(firstName).toHaveAttribute("aria-invalid", "true");
  await expect(firstName).toBeFocused();
  await expect(dialog.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("Enter a full email address");
  await expect(dialog.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Last name")).not.toHaveAttribute("aria-invalid");
  await expectTyped(page, { ...guest, firstName: "", email: "hannah@example" });

  await firstName.fill(guest.firstName);
  await bookButton(page).click();
  await expect(dialog.getByLabel("Email", { exact: true })).toBeFocused();
  await expectTyped(page, { ...guest, email: "hannah@example" });

  await dialog.getByLabel("Email", { exact: true }).fill(guest.email);
  await bookButton(page).click();
  await expectHeading(page, "You're booked, Hannah.");
});

test("shows a changed price for confirmation before charging", async ({
  page,
  site,
  publishSession,
  guest,
  pageErrors,
}) => {
  const session = await publishSession({ priceMinor: 1800 });
  await openDialog(page, session);
  await expect(bookButton(page)).toHaveText("Book £18.00");
  await fillIn(page, guest);
  await site.db
    .update(liveSessions)
    .set({ priceMinor: 2500, enteredPriceMinor: 2500 })
    .where(eq(liveSessions.id, session.id));
  pageErrors.expectStatuses(409);
  await bookButton(page).click();
  await expect(dialogOf(page).getByRole("alert").first()).toContainText("The price has changed.");
  await expect(dialogOf(page).getByRole("definition")).toHaveText("£25.00");
  await expect(bookButton(page)).toHaveText("Book £25.00");
  await expectTyped(page, guest);
  expect((await site.stripe.state(guest.email)).sessions).toEqual([]);

  await bookButton(page).click();
  await expectPaymentPage(page);
  await expectHeading(page, "To pay £25.00");
  expect((await site.stripe.state(guest.email)).sessions).toMatchObject([{ amount_total: 2500, currency: "gbp" }]);
});

test("pressing Book twice makes one booking and one payment @scripted", async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  const session = await publishSession();
  await openDialog(page, session);
  await fillIn(page, guest);
  await lockSessionDuring(site.db, session, async (areWaiting) => {
    await bookButton(page).click();
    await expect.poll(areWaiting).toBe(1);
    await dialogOf(page).getByRole("button", { name: "Processing..." }).click({ force: true });
  });
  await expectPaymentPage(page);
  expect(await site.db.$count(sessionBookings, eq(sessionBookings.sessionId, session.id))).toBe(1);
  expect((await site.stripe.state(guest.email)).sessions).toHaveLength(1);
});

test("posting the same form twice makes one booking @plain", async ({ page, context, site, publishSession, guest }) => {
  const session = await publishSession({ priceMinor: 0 });
  await openDialog(page, session);
  await fillIn(page, guest);
  // Each answer opens in its own tab, so that the form stays.
  await dialogOf(page)
    .locator("form")
    .evaluate((form) => form.setAttribute("target", "_blank"));
  const addresses = [];
  for (const _nth of ["first", "second"]) {
    const [answer] = await Promise.all([context.waitForEvent("page"), bookButton(page).click()]);
    await expectHeading(answer, "You're booked, Hannah.");
    addresses.push(answer.url());
  }
  expect(addresses[1]).toBe(addresses[0]);
  expect(await site.db.$count(sessionBookings, eq(sessionBookings.sessionId, session.id))).toBe(1);
  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
});
