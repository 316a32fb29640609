import type { Page } from "@playwright/test";
import { signInByCookie, password } from "../support/e2e-accounts";
import { bookButton, dialogOf, fillIn, takePlace } from "../support/e2e-booking";
import { expectToast, isPageData, loseResponses, fieldValues, type Loss } from "../support/e2e-connection";
import { expect, test, type Guest } from "../support/e2e-test";
import { addToWaitlist } from "../support/e2e-waitlist";

test.use({ viewport: { width: 390, height: 844 } });

const offline = "You appear to be offline. Nothing was sent.";
const failed = "That did not work. Please try again.";

type LostPost = {
  at: string;
  fill?: (page: Page) => Promise<unknown>;
  press: string | RegExp;
  says: string;
  loss: Loss;
};

/** Expects that a lost answer leaves the form as it was, with a toast and a usable button. */
async function expectKept(page: Page, { at, fill, press, says, loss }: LostPost): Promise<void> {
  await page.goto(at);
  await fill?.(page);
  const address = page.url();
  const typed = await fieldValues(page);
  const button = page.getByRole("button", { name: press }).first();
  await loseResponses(page, loss, async () => {
    await button.click();
    await expectToast(page, says);
  });
  expect(page.url()).toBe(address);
  expect(await fieldValues(page), at).toEqual(typed);
  // A row's menu has closed.
  if (await button.isHidden()) await fill?.(page);
  await expect(button).not.toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
}

const nameAnd = (guest: Guest) => async (page: Page) => {
  await page.getByLabel("First name").fill(guest.firstName);
  await page.getByLabel("Last name").fill(guest.lastName);
  await page.getByRole("textbox", { name: "Email", exact: true }).fill(guest.email);
};

test("keeps a visitor's forms and input when the answer is lost @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  anotherGuest,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  pageErrors.expectStatuses(502);
  const session = await publishSession();
  const full = await publishSession({ maxAttendees: 1 });
  await takePlace(site.db, full);
  const here = `/sessions/${session.id}`;
  const email = (page: Page) => page.getByRole("textbox", { name: "Email", exact: true }).fill(guest.email);
  const forms: LostPost[] = [
    {
      at: `${here}/share`,
      fill: email,
      press: "Send",
      loss: "a proxy's error",
      says: "Failed to share session There was a problem sending the session details. Please try again.",
    },
    {
      at: `/sessions/${full.id}/waitlist`,
      fill: nameAnd(anotherGuest),
      press: "Add me to the waitlist",
      says: "Error Failed to join waitlist. Please try again.",
      loss: "another page",
    },
    {
      at: "/sign-in",
      press: "Sign In",
      says: `Sign-in failed ${offline}`,
      loss: "offline",
      fill: (page) => email(page).then(() => page.getByLabel("Password", { exact: true }).fill(password)),
    },
    {
      at: "/sign-in?tab=sign-up",
      press: "Create Account",
      loss: "half an answer",
      fill: (page) => nameAnd(guest)(page).then(() => page.getByLabel("Password", { exact: true }).fill(password)),
      says: "Error Failed to create account.",
    },
    {
      at: `${here}/book`,
      press: /^Book £/,
      loss: "cut connection",
      fill: (page) => fillIn(page, guest),
      says: "Error Failed to book session. Please try again.",
    },
  ];
  for (const form of forms) await expectKept(page, form);

  await page.route("**/book.data", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await bookButton(page).click();
  await expectToast(page, "Error Failed to book session. Please try again.");
  await page.unroute("**/book.data");
  await bookButton(page).click();
  await expect(page.getByText("Demo of the payment page.")).toBeVisible();
  expect(await site.stripe.state(guest.email)).toMatchObject({ sessions: [{ status: "open" }] });
});

test("keeps a member's and an admin's forms when the answer is lost @scripted", async ({
  page,
  site,
  publishSession,
  guest,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  pageErrors.expectStatuses(502);
  await signInByCookie({ page, site }, { role: "admin" });
  const session = await publishSession({ title: "The Weir", maxAttendees: 1 });
  const free = await publishSession({ title: "The Lock" });
  await takePlace(site.db, session);
  await addToWaitlist(site.db, session, guest);
  const entry = await site.db.query.sessionWaitlist.findFirst({
    where: (row, { eq }) => eq(row.sessionId, session.id),
  });
  const here = `/admin/sessions/${session.id}`;
  const forms: LostPost[] = [
    {
      at: "/dashboard/settings",
      press: "Save changes",
      says: "Error Failed to update profile",
      loss: "offline",
      fill: (page) => page.getByLabel("Full name").fill("Maeve Byrne"),
    },
    {
      at: `/admin/sessions/new`,
      press: "Create session",
      loss: "a proxy's error",
      fill: async (page) => {
        await page.getByLabel("Title").fill("A Session of Mine");
        await page.getByLabel("Description").fill("Long exhales by the water.");
        await page.getByLabel("Start time").fill("2031-12-02T19:30");
      },
      says: "Error Failed to save session",
    },
    {
      at: "/admin/sessions?search=The+Weir",
      press: "Duplicate The Weir",
      loss: "half an answer",
      fill: (page) => page.getByLabel("Change The Weir").first().click(),
      says: `Failed to duplicate session ${failed}`,
    },
    {
      at: `/admin/sessions/${free.id}/delete`,
      press: "Delete session",
      loss: "another page",
      says: `Failed to delete session ${failed}`,
    },
    {
      at: `${here}/waitlist/${entry?.id}/remove`,
      press: "Remove entry",
      loss: "cut connection",
      says: `Failed to remove waitlist entry ${failed}`,
    },
    {
      at: "/admin/birth-recordings",
      press: /^Make (free|premium): /,
      loss: "a proxy's error",
      fill: (page) =>
        page
          .getByLabel(/^Change /)
          .first()
          .click(),
      says: `Failed to update recording status. ${failed}`,
    },
    {
      at: "/admin/settings?section=waitlist",
      press: "Save Waitlist",
      loss: "cut connection",
      fill: (page) => page.getByLabel("How many hours an offered place is held").fill("7"),
      says: `Failed to save the settings ${failed}`,
    },
  ];
  for (const form of forms) await expectKept(page, form);
});

test("keeps the current page when the next one cannot be loaded @scripted", async ({
  page,
  publishSession,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  pageErrors.expectStatuses(502);
  const session = await publishSession({ title: "The Weir" });
  await page.goto("/sign-in");
  const email = page.getByRole("textbox", { name: "Email", exact: true });
  const createAccount = page.getByRole("link", { name: "Create Account" }).first();
  await email.fill("typed@example.com");
  await loseResponses(page, "offline", async () => {
    await createAccount.click();
    await expectToast(page, "The page could not be loaded. You appear to be offline.");
  });
  await expect(page).toHaveURL("/sign-in");
  await expect(email).toHaveValue("typed@example.com");

  await createAccount.click();
  await expect(page).toHaveURL("/sign-in?tab=sign-up");
  await page.getByLabel("First name").fill("Typed");
  await loseResponses(page, "a proxy's error", async () => {
    await page.goBack({ waitUntil: "commit" }).catch(() => null);
    await expectToast(page, "The page could not be loaded. Please try again.");
    await expect(page).toHaveURL("/sign-in?tab=sign-up");
  });
  await expect(page.getByLabel("First name")).toHaveValue("Typed");

  await page.goto(`/sessions/${session.id}`);
  await page.route("**/build/**", (route) => route.abort());
  const bookNow = page.getByRole("link", { name: "Book Now" }).first();
  await bookNow.click();
  await expectToast(page, "The page could not be loaded. Please try again.");
  await expect(page).toHaveURL(`/sessions/${session.id}`);
  await page.unroute("**/build/**");
  await bookNow.click();
  await expect(dialogOf(page)).toBeVisible();
});

type LinkVisit = { at: string; label: string; to: string };

/** Expects that a navigation that fails after its skeleton is shown restores the page before. */
async function expectBack(page: Page, { at, label, to }: LinkVisit): Promise<void> {
  await page.goto(at);
  const field = page.getByLabel(label, { exact: true });
  await field.fill("typed@example.com");
  const scrollY = await page.evaluate(() => (window.scrollTo(0, 200), window.scrollY));
  let lose = () => {};
  const isLost = new Promise<void>((resolve) => (lose = resolve));
  await page.route(isPageData, async (route) => {
    await isLost;
    await route.abort();
  });
  await page.evaluate((path) => void globalThis.__remixRouter.navigate(path), to);
  await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
  await expect(field).toBeHidden();
  expect(await page.getByRole("heading", { level: 1 }).count(), to).toBeLessThanOrEqual(1);
  // The skeleton must not be made inert by the dialog that was open.
  await expect(page.locator("dialog:modal")).toHaveCount(0);
  lose();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("typed@example.com");
  expect(await page.evaluate(() => window.scrollY), at).toBe(scrollY);
  expect(await page.locator("dialog:modal").count()).toBe(await page.locator("dialog").count());
  await expectToast(page, "The page could not be loaded. Please try again.");
  await expect(page).toHaveURL(at);
  await page.unroute(isPageData);
}

test("restores the page when a slow navigation fails @scripted", async ({ page, site, publishSession, pageErrors }) => {
  pageErrors.allowFailedRequests();
  const session = await publishSession();
  const here = `/sessions/${session.id}`;
  await signInByCookie({ page, site }, { role: "admin" });
  const pages: LinkVisit[] = [
    { at: "/admin/sessions/new", label: "Title", to: "/admin/users" },
    { at: "/dashboard/settings", label: "Full name", to: "/dashboard/past-sessions" },
    { at: "/resources", label: "Search resources", to: "/birth-recordings" },
    { at: "/resources", label: "Search resources", to: here },
    { at: "/dashboard/settings", label: "Full name", to: "/live-sessions" },
    { at: `${here}/share`, label: "Email", to: "/resources" },
    { at: `${here}/share`, label: "Email", to: "/stress-recordings" },
  ];
  for (const each of pages) await expectBack(page, each);
});
