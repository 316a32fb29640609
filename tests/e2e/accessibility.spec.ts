import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import axe from "axe-core";
import {
  bookButton,
  bookPath,
  dialogOf,
  expectBooked,
  expectHeading,
  fillIn,
  goToPayment,
  holdPlace,
  managePathOf,
  openDialog,
  refundLate,
  pressOnPaymentPage,
  takePlace,
} from "../support/e2e-booking";
import type { Site } from "../support/e2e-site";
import { expect, test, untilScripted, type Guest, type Offer } from "../support/e2e-test";
import { anOpenOffer, waitInLine } from "../support/e2e-waitlist";
import type { Watch } from "../support/e2e-watch";

type Stage = { page: Page; site: Site; offer: Offer; guest: Guest; watch: Watch };

const widths = [390, 1280];
const hour = 3_600_000;

/** Every page of the site and of the demo's stand-ins, in every state that it can show. */
const states: Record<string, (stage: Stage) => Promise<unknown>> = {
  "the schedule": ({ page }) => page.goto("/"),
  "the schedule without a match": ({ page }) => page.goto("/?category=Reiki"),
  "the live sessions": ({ page }) => page.goto("/live-sessions"),
  "the past sessions": ({ page }) => page.goto("/live-sessions?tab=past"),
  "sharing a session": async ({ page, offer, watch }) => {
    const { id } = await offer();
    await page.goto(`/sessions/${id}/share`);
    await untilScripted(page);
    const dialog = page.getByRole("dialog", { name: "Share this session" });
    await dialog.locator("form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    watch.expects(422);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(dialog.getByText("Please enter an email address")).toBeVisible();
  },
  "a past session": async ({ page, offer }) => {
    const { id } = await offer({ startTime: new Date(Date.now() - 48 * hour) });
    await page.goto(`/sessions/${id}`);
    await expect(page.getByRole("button", { name: "Recording Not Available" })).toBeVisible();
  },
  "the schedule with an open menu": async ({ page }) => {
    await page.goto("/");
    await page.locator("summary:visible", { hasText: "Offering" }).click();
  },
  "the full-screen menu": async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await untilScripted(page);
    await page.locator("summary[aria-label='Menu']").click();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  },
  "a session": async ({ page, offer }) => page.goto(`/sessions/${(await offer({ maxAttendees: 2 })).id}`),
  "a session in person": async ({ page, offer }) => {
    const place = { city: "Margate", postCode: "CT9 1EY", address: "4 Harbour Loft", whatToBring: "A mat\nA blanket" };
    await page.goto(`/sessions/${(await offer({ locationType: "onsite", ...place })).id}`);
  },
  "a session that is sold out": async ({ page, offer, site }) => {
    const session = await offer({ maxAttendees: 1 });
    await takePlace(site.db, session);
    await page.goto(`/sessions/${session.id}`);
  },
  "a session whose last places are held": async ({ page, offer, site }) => {
    const session = await offer({ maxAttendees: 1 });
    await holdPlace(site.db, session);
    await page.goto(`/sessions/${session.id}`);
  },
  "the waitlist's form with mistakes": async ({ page, offer, site, watch }) => {
    const session = await offer({ maxAttendees: 1 });
    await takePlace(site.db, session);
    await page.goto(`/sessions/${session.id}/waitlist`);
    await untilScripted(page);
    watch.expects(422);
    await page.getByRole("button", { name: "Add me to the waitlist" }).click();
    await expect(page.getByText("Please fill out all fields")).toBeVisible();
  },
  "a place in line": async ({ page, offer, site, guest }) => page.goto(await waitInLine(site.db, await offer(), guest)),
  "a place that is offered": async ({ page, offer, site, guest }) =>
    page.goto(await waitInLine(site.db, await offer(), guest, anOpenOffer())),
  "the booking dialog of a place that is offered": async ({ page, offer, site, guest }) => {
    await page.goto(await waitInLine(site.db, await offer(), guest, anOpenOffer()));
    await page.getByRole("link", { name: "Take the place" }).click();
    await expect(bookButton(page)).toBeVisible();
  },
  "a booking of one's own": async ({ page, offer, site }) => {
    const session = await offer({ whatToBring: "A mat\nA blanket" });
    await page.goto(await managePathOf(site.db, await takePlace(site.db, session)));
  },
  "the question before a booking is cancelled": async ({ page, offer, site }) => {
    const path = await managePathOf(site.db, await takePlace(site.db, await offer()));
    await page.goto(path.replace("?", "/cancel?"));
    await expect(page.getByRole("dialog", { name: "Cancel booking" })).toBeVisible();
  },
  "a booking that was cancelled": async ({ page, offer, site }) => {
    const booking = { status: "cancelled", paymentStatus: "refunded" } as const;
    await page.goto(await managePathOf(site.db, await takePlace(site.db, await offer(), booking)));
  },
  "a session that is past": async ({ page, offer }) =>
    page.goto(`/sessions/${(await offer({ startTime: new Date(Date.now() - 48 * hour) })).id}`),
  "a session that is cancelled": async ({ page, offer }) =>
    page.goto(`/sessions/${(await offer({ cancelledAt: new Date() })).id}`),
  "the booking dialog": async ({ page, offer }) => openDialog(page, await offer()),
  "the booking dialog with errors": async ({ page, offer, watch }) => {
    await openDialog(page, await offer());
    watch.expects(422);
    await bookButton(page).click();
    await expect(dialogOf(page).getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  },
  "the booking dialog with a discount": async ({ page, offer }) => {
    await openDialog(page, await offer());
    await dialogOf(page).locator("summary", { hasText: "Discount code" }).click();
    await dialogOf(page).getByRole("textbox", { name: "Discount code" }).fill("WELCOME10");
    await dialogOf(page).getByRole("button", { name: "Apply" }).click();
    await expect(dialogOf(page).getByText("−£1.80")).toBeVisible();
  },
  "a payment that is waiting": async ({ page, offer, guest }) => {
    const session = await offer();
    await goToPayment(page, session, guest);
    await page.goto(bookPath(session));
    await expect(page.getByRole("dialog", { name: "You have a payment waiting" })).toBeVisible();
  },
  "the schedule with the currency menu open": async ({ page }) => {
    await page.goto("/");
    await page.locator("summary:visible", { hasText: "GBP" }).click();
  },
  "the booking dialog of a sold-out session": async ({ page, offer, site }) => {
    const session = await offer({ maxAttendees: 1 });
    await takePlace(site.db, session);
    await page.goto(bookPath(session));
  },
  "the booking dialog after a failed payment provider, with its toast": async ({ page, offer, site, guest, watch }) => {
    await openDialog(page, await offer());
    await fillIn(page, guest);
    await site.stripe.fail({ operation: "checkout.sessions.create", email: guest.email, withoutUrl: true });
    watch.expects(502);
    await bookButton(page).click();
    await expect(page.getByRole("alert")).toHaveCount(2);
  },
  "the booking dialog after a cancelled payment": async ({ page, offer, guest }) => {
    await goToPayment(page, await offer(), guest);
    await pressOnPaymentPage(page, "Cancel");
    await expect(dialogOf(page).getByRole("status")).toBeVisible();
  },
  "a booking that waits for its payment": confirmation("Nearly there", { status: "pending", paymentStatus: "pending" }),
  "a booking that is booked": confirmation("You're booked", {}),
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
  "a booking that was paid too late": async ({ page, offer, site: { db } }) => {
    const late = await takePlace(db, await offer(), { status: "cancelled", paymentStatus: "cancelled" });
    await page.goto(`/booking-confirmation?bookingId=${await refundLate(db, late)}`);
    await expectHeading(page, "Your payment came too late, Priya.");
  },
  "a page that is not there": async ({ page, watch }) => {
    watch.expects(404);
    await page.goto("/nowhere");
    await expectHeading(page, "Oops! Page not found");
  },
  "a session that is not there": async ({ page, watch }) => {
    watch.expects(404);
    await page.goto(`/sessions/${randomUUID()}`);
    await expectHeading(page, "Session not found");
  },
  "the local Stripe's payment page": async ({ page, offer, guest }) => goToPayment(page, await offer(), guest),
  "the local Stripe's payment page after a declined card": async ({ page, offer, guest, watch }) => {
    await goToPayment(page, await offer(), guest);
    watch.expects(402);
    await pressOnPaymentPage(page, "Decline card");
    await expect(page.getByRole("alert")).toBeVisible();
  },
  "the local Stripe's payment page when its time is up": async ({ page, offer, site, guest }) => {
    await goToPayment(page, await offer(), guest);
    await site.stripe.letExpire(guest.email);
    await page.reload();
    await expectHeading(page, "This payment page has expired");
  },
  "the demo's mailbox": async (stage) => {
    await receiveMail(stage);
    await stage.page.goto("/dev/mailbox");
  },
  "a mail in the mailbox": async (stage) => {
    await receiveMail(stage);
    await stage.page.goto(`/dev/mailbox?to=${stage.guest.email}`);
    await stage.page.getByRole("link", { name: "Your place is booked" }).click();
    await expectHeading(stage.page, "Your place is booked");
  },
  // By itself: in its frame no script may run, not even a test's.
  "the letter of a mail": async (stage) => {
    await receiveMail(stage);
    const [mail] = await stage.site.mailsTo(stage.guest.email);
    await stage.page.goto("about:blank");
    await stage.page.setContent(mail!.html);
  },
};

function confirmation(heading: string, values: Parameters<typeof takePlace>[2]) {
  return async ({ page, offer, site }: Stage) => {
    const bookingId = await takePlace(site.db, await offer(), values);
    await page.goto(`/booking-confirmation?bookingId=${bookingId}`);
    await expectHeading(page, `${heading}, Priya.`);
  };
}

async function receiveMail({ page, site, offer, guest }: Stage) {
  await openDialog(page, await offer({ priceMinor: 0 }));
  await fillIn(page, guest);
  await bookButton(page).click();
  await expectBooked(page, guest);
  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
}

async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run({ iframes: false, resultTypes: ["violations"] }),
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id} (${help}): ${html}`));
}

for (const [name, open] of Object.entries(states)) {
  test(`${name} is accessible, and nothing of it lies outside of a narrow screen @scripted`, async ({
    page,
    site,
    offer,
    guest,
    watch,
  }) => {
    await open({ page, site, offer, guest, watch });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const sideways = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(sideways, `scrolls sideways at ${width} px by`).toBe(0);
      expect(await findViolations(page), `violations at ${width} px`).toEqual([]);
    }
  });
}
