import {
  bookButton,
  bookPath,
  dialogOf,
  expectHeading,
  expectPaymentPage,
  expectTyped,
  expectWholeStatement,
  fillIn,
  goToPayment,
  healthBox,
  openDialog,
} from "../support/e2e-booking";
import { signInByCookie } from "../support/e2e-accounts";
import { aPaidResource } from "../support/e2e-recordings";
import { expect, test } from "../support/e2e-test";

test("Cancel and Close lead from the dialog back to the page", async ({ page, publishSession, isScripted }) => {
  const session = await publishSession();
  await openDialog(page, session);
  for (const leave of ["Cancel", "Close"]) {
    await dialogOf(page).getByRole("link", { name: leave, exact: true }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/sessions/${session.id}`);
    if (isScripted) await expect(page.getByRole("link", { name: "Book Now" })).toBeFocused();
    await page.getByRole("link", { name: "Book Now" }).click();
    await expect(dialogOf(page)).toBeVisible();
  }
});

test("the dialog's address opens it over its page, whose controls cannot be reached", async ({
  page,
  publishSession,
}) => {
  const session = await publishSession();
  await page.goto(bookPath(session));
  await expect(dialogOf(page).getByLabel("First name")).toBeFocused();
  const outside = page.locator("a, button, summary, select").and(page.locator(":not(dialog *)"));
  await expect(outside.filter({ hasText: "Back" })).toHaveCount(1);
  const reached = await outside.evaluateAll((controls) =>
    controls.filter((control) => {
      (control as HTMLElement).focus();
      return document.activeElement === control;
    }),
  );
  expect(reached).toEqual([]);
});

test("Escape and a click beside the dialog close it and return the focus to Book Now @scripted", async ({
  page,
  publishSession,
}) => {
  const session = await publishSession();
  await openDialog(page, session);
  for (const leave of [() => page.keyboard.press("Escape"), () => page.mouse.click(20, 20)]) {
    await expect(dialogOf(page).getByLabel("First name")).toBeFocused();
    await leave();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/sessions/${session.id}`);
    await expect(page.getByRole("link", { name: "Book Now" })).toBeFocused();
    await page.getByRole("link", { name: "Book Now" }).click();
  }
});

test("Escape, a click beside the dialog, Close and Cancel ask before typed text is lost @scripted", async ({
  page,
  publishSession,
  guest,
}) => {
  await openDialog(page, await publishSession());
  await fillIn(page, guest);
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  const press = (link: string) => dialogOf(page).getByRole("link", { name: link, exact: true }).click();
  const escape = () => page.keyboard.press("Escape");
  for (const leave of [escape, () => page.mouse.click(20, 20), () => press("Close"), () => press("Cancel")]) {
    await leave();
    await question.getByRole("button", { name: "Keep typing" }).click();
    await expect(question).toHaveCount(0);
    await expectTyped(page, guest);
  }
  // A browser closes a dialog by itself at a second Escape.
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("Escape");
  await expectTyped(page, guest);
  // How fast they follow each other decides whether the last one has asked or has closed the question.
  await expect(async () => {
    await escape();
    await expect(question).toBeVisible({ timeout: 2000 });
  }).toPass();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialogOf(page)).toHaveCount(0);
});

test("the total and Book stay in view on a phone, and the health statement is shown whole above its box", async ({
  page,
  publishSession,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(bookPath(await publishSession()));
  await expect(bookButton(page)).toBeInViewport({ ratio: 1 });
  await expect(dialogOf(page).getByText("Total", { exact: true })).toBeInViewport({ ratio: 1 });
  await expectWholeStatement(page);
});

test("the error beside the box of the health statement goes once it is ticked @scripted", async ({
  page,
  publishSession,
  pageErrors,
}) => {
  pageErrors.expectStatuses(422);
  await openDialog(page, await publishSession({ priceMinor: 0 }));
  await bookButton(page).click();
  const error = page.getByText("Please read this and tick the box before you book");
  await expect(error).toBeVisible();
  await healthBox(page).check();
  await expect(error).toBeHidden();
  await expect(healthBox(page)).not.toHaveAttribute("aria-invalid");
  await healthBox(page).uncheck();
  await expect(error).toBeVisible();
});

test("going back after a booking shows that it is made, and asks before a second one @scripted", async ({
  page,
  publishSession,
  guest,
}) => {
  await openDialog(page, await publishSession({ priceMinor: 0 }));
  await fillIn(page, guest);
  await bookButton(page).click();
  await expectHeading(page, "You're booked, Hannah.");
  await page.goBack();
  const prompt = page.getByRole("dialog", { name: "You’re booked" });
  await expect(prompt.getByRole("link", { name: "See your booking" })).toBeVisible();
  await prompt.getByRole("link", { name: "Book another ticket" }).click();
  await expect(bookButton(page)).toBeVisible();
});

test("the back button closes the dialog, and forward opens it again @scripted", async ({ page, publishSession }) => {
  const session = await publishSession();
  await openDialog(page, session);
  await page.goBack();
  await expect(dialogOf(page)).toHaveCount(0);
  await expectHeading(page, session.title);
  await page.goForward();
  await expect(dialogOf(page)).toBeVisible();
});

test("the Tab key never leaves the dialog for the page behind it @scripted", async ({ page, publishSession }) => {
  await openDialog(page, await publishSession());
  await expect(dialogOf(page).getByLabel("First name")).toBeFocused();
  const stops: string[] = [];
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press("Tab");
    stops.push(
      await page.evaluate(() => {
        const stop = document.activeElement;
        return stop === document.body || stop?.closest("dialog") ? "inside" : (stop?.outerHTML ?? "nothing");
      }),
    );
  }
  expect(stops.filter((stop) => stop !== "inside")).toEqual([]);
});

test("the purchase dialog of a resource keeps the Tab key inside, shows the focus, and returns it @scripted", async ({
  page,
  site,
}) => {
  const { id } = await aPaidResource(site);
  await signInByCookie({ page, site });
  await page.goto(`/resources/${id}`);
  const opener = page.locator("#buy-resource");
  await opener.press("Enter");
  await expect(page.getByRole("dialog").getByRole("link", { name: "Cancel" })).toBeFocused();
  const stops: string[] = [];
  for (let press = 0; press < 10; press += 1) {
    await page.keyboard.press("Tab");
    stops.push(
      await page.evaluate(() => {
        const stop = document.activeElement;
        if (stop === document.body) return "the browser";
        const isSeen = stop?.matches(":focus-visible") && getComputedStyle(stop).outlineStyle !== "none";
        return stop?.closest("dialog") && isSeen ? "inside" : (stop?.outerHTML ?? "nothing");
      }),
    );
  }
  expect([...new Set(stops)].sort()).toEqual(["inside", "the browser"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("the dialog shows that the booking is being processed, and cannot be closed meanwhile @scripted", async ({
  page,
  publishSession,
  guest,
}) => {
  const session = await publishSession();
  await openDialog(page, session);
  await fillIn(page, guest);
  let goOn = () => {};
  const isSeen = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/book/, async (route) => {
    if (route.request().method() === "POST") await isSeen;
    await route.continue();
  });
  await bookButton(page).click();
  const busy = dialogOf(page).getByRole("button", { name: "Processing..." });
  await expect(busy).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(busy).toBeVisible();
  await expect(dialogOf(page).getByRole("link", { name: "Cancel" })).toHaveCount(0);
  goOn();
  await expectPaymentPage(page);
});

test("below 768 px a bar books while the ticket is out of view, and regains the focus @scripted", async ({
  page,
  publishSession,
}) => {
  await page.setViewportSize({ width: 390, height: 560 });
  const session = await publishSession();
  await page.goto(`/sessions/${session.id}`);
  const [bar, ticketButton] = [page.locator("#book-now-bar"), page.locator("#book-now")];
  await expect(ticketButton).not.toBeInViewport();
  await bar.click();
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(bar).toBeFocused();
  await ticketButton.scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
});

test("going back from the payment page allows another booking @scripted", async ({
  page,
  publishSession,
  guest,
  pageErrors,
}) => {
  await goToPayment(page, await publishSession(), guest);
  await page.goBack();
  // A reloaded page knows of the open payment; one from the back/forward cache does not.
  const another = page.getByRole("link", { name: "Book another ticket" });
  await expect(another.or(bookButton(page))).toBeVisible();
  const isKnown = await another.isVisible();
  if (isKnown) await another.click();
  else pageErrors.expectStatuses(409);
  await expect(bookButton(page)).toBeVisible();
  await fillIn(page, guest);
  await bookButton(page).click();
  // Then it is asked about on booking.
  if (!isKnown) await page.getByRole("button", { name: "Book another ticket" }).click();
  await expectPaymentPage(page);
});
