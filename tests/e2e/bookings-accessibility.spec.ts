import {
  bookButton,
  bookPath,
  dialogOf,
  expectBooked,
  expectHeading,
  fillIn,
  goToPayment,
  joiningPathOf,
  managePathOf,
  openDialog,
  pressOnPaymentPage,
  refundLate,
  takePlace,
} from "../support/e2e-booking";
import { paletteOf, usableAccent } from "@server/core/accent";
import { crawl, type CrawlContext, findViolations } from "../support/e2e-crawl";
import { aGuest, expect, test } from "../support/e2e-test";
import { renderAllMails } from "../support/rendered-mails";

crawl("the booking dialog", "a visitor", {
  "the booking dialog": async ({ page, publishSession }) => openDialog(page, await publishSession()),
  "the booking dialog with errors": async ({ page, publishSession, pageErrors }) => {
    await openDialog(page, await publishSession());
    pageErrors.expectStatuses(422);
    await bookButton(page).click();
    await expect(dialogOf(page).getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
  },
  "the booking dialog with a discount": async ({ page, publishSession }) => {
    await openDialog(page, await publishSession());
    await dialogOf(page).locator("summary", { hasText: "Discount code" }).click();
    await dialogOf(page).getByRole("textbox", { name: "Discount code" }).fill("WELCOME10");
    await dialogOf(page).getByRole("button", { name: "Apply" }).click();
    await expect(dialogOf(page).getByText("−£1.80")).toBeVisible();
  },
  "the booking dialog of a sold-out session": async ({ page, publishSession, site }) => {
    const session = await publishSession({ maxAttendees: 1 });
    await takePlace(site.db, session);
    await page.goto(bookPath(session));
  },
  "the booking dialog after a failed payment provider": async ({ page, publishSession, site, guest, pageErrors }) => {
    await openDialog(page, await publishSession());
    await fillIn(page, guest);
    await site.stripe.fail({ operation: "checkout.sessions.create", email: guest.email, withoutUrl: true });
    pageErrors.expectStatuses(502);
    await bookButton(page).click();
    await expect(page.getByRole("alert")).toHaveCount(1);
  },
  "the booking dialog after a cancelled payment": async ({ page, publishSession, guest }) => {
    await goToPayment(page, await publishSession(), guest);
    await pressOnPaymentPage(page, "Cancel");
    await expect(dialogOf(page).getByRole("status")).toBeVisible();
  },
  "an open payment": async ({ page, publishSession, guest }) => {
    const session = await publishSession();
    await goToPayment(page, session, guest);
    await page.goto(bookPath(session));
    await expect(page.getByRole("dialog", { name: "You have a payment waiting" })).toBeVisible();
  },
});

crawl("a booking's own pages", "a visitor", {
  "a booking whose payment is pending": confirmation("Nearly there", { status: "pending", paymentStatus: "pending" }),
  "a booking that is booked": confirmation("You're booked", {}),
  "a booking in the browser that booked": async ({ page, publishSession, guest }) => {
    await openDialog(page, await publishSession({ priceMinor: 0 }));
    await fillIn(page, guest);
    await bookButton(page).click();
    await expect(page.getByRole("button", { name: "Send it again" })).toBeVisible();
  },
  "finding a booking": "/find-booking",
  "the answer to finding a booking": "/find-booking?sent=1",
  "a booking whose payment failed": confirmation("The payment failed", {
    status: "cancelled",
    paymentStatus: "failed",
  }),
  "a booking that has expired": confirmation("This booking has expired", {
    status: "cancelled",
    paymentStatus: "cancelled",
    holdUntil: new Date(),
  }),
  "a free booking that was cancelled": confirmation("This booking was cancelled", {
    status: "cancelled",
    paymentStatus: "cancelled",
    listPriceMinor: 0,
    totalMinor: 0,
  }),
  "a booking that was paid too late": async ({ page, publishSession, site: { db } }) => {
    const late = await takePlace(db, await publishSession(), { status: "cancelled", paymentStatus: "cancelled" });
    await page.goto(`/booking-confirmation?bookingId=${await refundLate(db, late)}`);
    await expectHeading(page, "Your payment came too late, Priya.");
  },
  "the page that manages a booking": async ({ page, publishSession, site }) => {
    const session = await publishSession({ whatToBring: "A mat\nA blanket" });
    await page.goto(await managePathOf(site.db, await takePlace(site.db, session)));
  },
  "cancelling a booking": async ({ page, publishSession, site }) => {
    const path = await managePathOf(site.db, await takePlace(site.db, await publishSession()));
    await page.goto(path.replace("?", "/cancel?"));
    await expect(page.getByRole("dialog", { name: "Cancel booking" })).toBeVisible();
  },
  "moving a booking to another date": async ({ page, publishSession, site }) => {
    await publishSession();
    const path = await managePathOf(site.db, await takePlace(site.db, await publishSession()));
    await page.goto(path.replace("?", "/move?"));
    await expect(page.getByRole("dialog", { name: "Move to another date" })).toBeVisible();
  },
  "confirming a move": async ({ page, publishSession, site }) => {
    const { id } = await publishSession();
    const path = await managePathOf(site.db, await takePlace(site.db, await publishSession()));
    await page.goto(`${path.replace("?", "/move?")}&to=${id}`);
    await expect(page.getByRole("button", { name: "Move booking" })).toBeVisible();
  },
  "a room that is not open yet": async ({ page, publishSession, site }) => {
    const session = await publishSession({ startTime: new Date(Date.now() + 3_600_000) });
    await page.goto(await joiningPathOf(site.db, await takePlace(site.db, session)));
    await expect(page.getByRole("link", { name: "Try now" })).toBeVisible();
  },
  "a booking that was cancelled": async ({ page, publishSession, site }) => {
    const booking = { status: "cancelled", paymentStatus: "refunded" } as const;
    await page.goto(await managePathOf(site.db, await takePlace(site.db, await publishSession(), booking)));
  },
});

function confirmation(heading: string, values: Parameters<typeof takePlace>[2]) {
  return async ({ page, publishSession, site }: CrawlContext) => {
    const bookingId = await takePlace(site.db, await publishSession(), values);
    await page.goto(`/booking-confirmation?bookingId=${bookingId}`);
    await expectHeading(page, `${heading}, Priya.`);
  };
}

crawl("the local Stripe's pages", "a visitor", {
  "the local Stripe's payment page": async ({ page, publishSession, guest }) =>
    goToPayment(page, await publishSession(), guest),
  "the local Stripe's payment page after a declined card": async ({ page, publishSession, guest, pageErrors }) => {
    await goToPayment(page, await publishSession(), guest);
    pageErrors.expectStatuses(402);
    await pressOnPaymentPage(page, "Decline card");
    await expect(page.getByRole("alert")).toBeVisible();
  },
  "the local Stripe's payment page when its time is up": async ({ page, publishSession, site, guest }) => {
    await goToPayment(page, await publishSession(), guest);
    await site.stripe.letExpire(guest.email);
    await page.reload();
    await expectHeading(page, "This payment page has expired");
  },
});

const reader = aGuest();

crawl("the demo's mailbox", receiveMail, {
  "the demo's mailbox": "/dev/mailbox",
  "a mail in the mailbox": async ({ page }) => {
    await page.goto(`/dev/mailbox?to=${reader.email}`);
    await page.getByRole("link", { name: "Your place is booked" }).click();
    await expectHeading(page, "Your place is booked");
  },
  // Outside its frame, in which no script may run, axe included.
  "the contents of a mail": async ({ page, site }) => {
    const [mail] = await site.mailsTo(reader.email);
    await page.goto("about:blank");
    await page.setContent(mail!.html);
  },
});

test("every mail is accessible with the brightest accent that is accepted, in both themes @scripted", async ({
  page,
}) => {
  await page.goto("about:blank");
  for (const [name, html] of await renderAllMails({ accent: paletteOf(usableAccent("#ffb000")) })) {
    await page.setContent(html);
    expect.soft(await findViolations(page), name).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect.soft(await findViolations(page, ["color-contrast"]), `${name}, dark theme`).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
  }
});

async function receiveMail({ page, site, publishSession }: CrawlContext) {
  await openDialog(page, await publishSession({ priceMinor: 0 }));
  await fillIn(page, reader);
  await bookButton(page).click();
  await expectBooked(page, reader);
  await expect.poll(() => site.mailsTo(reader.email)).toHaveLength(1);
}
