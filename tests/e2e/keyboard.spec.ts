import { mailedLink, password, signInByCookie } from "../support/e2e-accounts";
import { bookButton, dialogOf, expectHeading, healthBox, takePlace } from "../support/e2e-booking";
import { fill, press, tabTo } from "../support/e2e-keyboard";
import { aFreeRecording } from "../support/e2e-recordings";
import { aGuest, expect, test } from "../support/e2e-test";

test("books, signs up, watches, edits a session and checks in with the keyboard alone @scripted", async ({
  page,
  site,
  publishSession,
  guest,
}) => {
  const session = await publishSession({ title: "Tides by Hand", priceMinor: 0 });
  const named = (name: string) => page.getByRole("button", { name });
  const labelled = (label: string) => page.getByLabel(label, { exact: true });

  await test.step("book", async () => {
    await page.goto("/");
    await press(page, page.getByRole("link", { name: session.title }));
    await expectHeading(page, session.title);
    await press(page, page.getByRole("link", { name: "Book Now" }));
    await fill(page, dialogOf(page).getByLabel("First name"), guest.firstName);
    await fill(page, dialogOf(page).getByLabel("Last name"), guest.lastName);
    await fill(page, dialogOf(page).getByLabel("Email", { exact: true }), guest.email);
    await tabTo(page, healthBox(page));
    await page.keyboard.press("Space");
    await press(page, bookButton(page));
    await expectHeading(page, `You're booked, ${guest.firstName}.`);
  });

  const member = aGuest();
  await test.step("sign up", async () => {
    await page.goto("/sign-in?tab=sign-up");
    await fill(page, labelled("First name"), member.firstName);
    await fill(page, labelled("Last name"), member.lastName);
    await fill(page, labelled("Email"), member.email);
    await fill(page, labelled("Password"), password);
    await press(page, named("Create Account"));
    await expectHeading(page, "Confirm your email");
    await page.goto(await mailedLink(site, "verify-email", member.email));
    await press(page, named("Confirm my email"));
    await expectHeading(page, `Welcome, ${member.firstName}`);
  });

  await test.step("watch", async () => {
    const { id, title } = await aFreeRecording(site);
    await page.goto("/birth-recordings");
    await press(page, page.getByRole("link", { name: title, exact: true }));
    await expect(page).toHaveURL(`/birth-recordings/${id}`);
    const video = page.locator("video");
    await tabTo(page, video);
    await page.keyboard.press("Space");
    await expect.poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(0);
  });

  await signInByCookie({ page, site }, { role: "admin" });
  await test.step("edit a session", async () => {
    await page.goto(`/admin/sessions/${session.id}/edit`);
    await fill(page, labelled("Title"), "Tides by Heart");
    await press(page, named("Save session"));
    await expectHeading(page, "Tides by Heart");
  });

  await test.step("check in", async () => {
    await takePlace(site.db, session, { attendeeFirstName: "Zoë", attendeeLastName: "Marsh" });
    await page.goto(`/admin/sessions/${session.id}/check-in`);
    await press(page, named("Here: Zoë Marsh"));
    await expect(named("Here: Zoë Marsh")).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("Tides by Heart: 1 of 2 here")).toBeVisible();
  });
});
