import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { signInByCookie, expectMessage } from "../support/e2e-accounts";
import { bookButton, expectBooked, fillIn, openDialog } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

async function save(page: Page, link: string): Promise<string> {
  const download: Promise<Download> = page.waitForEvent("download");
  await page.getByRole("link", { name: link }).click();
  return unfold(await readFile(await (await download).path(), "utf8"));
}

/** Joins folded lines (RFC 5545, 3.1). */
const unfold = (calendar: string) => calendar.replaceAll("\r\n ", "");

test("a guest adds a booking to a calendar @scripted", async ({ page, publishSession, guest, site }) => {
  const session = await publishSession({ priceMinor: 0 });
  await openDialog(page, session);
  await fillIn(page, guest);
  await bookButton(page).click();
  await expectBooked(page, guest);
  const ways = page.getByRole("list", { name: "Add to calendar" });
  await expect(ways.getByRole("link")).toHaveText(["Google", "Outlook", "Calendar file (.ics)"]);
  const file = await save(page, "Calendar file (.ics)");
  expect(file).toContain("SUMMARY:Harbour Breath\r\n");
  expect(unfold(file)).toMatch(/^LOCATION:http\S+\/join\/\S+\?key=\w{40}\r$/m);

  await expect.poll(() => site.mailsTo(guest.email)).toHaveLength(1);
  const [mail] = await site.mailsTo(guest.email);
  await page.goto(`/dev/mailbox/${mail!.id}`);
  expect(await save(page, "session.ics")).toMatch(/^LOCATION:http\S+\/join\//m);
});

test("a member subscribes to their bookings' calendar, until they make a new address @scripted", async ({
  page,
  site,
  isScripted,
}) => {
  await signInByCookie({ page, site });
  await page.goto("/dashboard/settings");
  await page.getByRole("button", { name: "Create my calendar feed" }).click();
  await expectMessage(page, isScripted, {
    kind: "status",
    title: "Calendar feed ready",
    text: "Subscribe to its address, or copy it into your calendar.",
  });
  const subscribe = page.getByRole("link", { name: "Subscribe" });
  const first = (await subscribe.getAttribute("href"))!;
  expect(first).toMatch(/^webcal:/);
  const answerOf = (address: string) => fetch(address.replace("webcal:", "http:"));
  expect(await (await answerOf(first)).text()).toContain("NAME:My sessions at Breathroom\r\n");

  await page.getByRole("button", { name: "Create a new address" }).click();
  await expect(subscribe).not.toHaveAttribute("href", first);
  expect((await answerOf(first)).status).toBe(404);
  expect((await answerOf((await subscribe.getAttribute("href"))!)).status).toBe(200);
});

test("a visitor subscribes to the schedule @scripted", async ({ page, publishSession }) => {
  const session = await publishSession({ title: "Harbour, breath" });
  await page.goto("/");
  const href = await page.getByRole("link", { name: "Subscribe to the schedule" }).getAttribute("href");
  expect(href).toMatch(/^webcal:.*\/calendar\.ics$/);
  const calendar = unfold(await (await fetch(href!.replace("webcal:", "http:"))).text());
  expect(calendar).toContain(`/sessions/${session.id}`);
  expect(calendar).toContain("SUMMARY:Harbour\\, breath\r\n");
});
