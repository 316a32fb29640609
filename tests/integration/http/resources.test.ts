import { resourceFiles } from "@db/schema";
import { anAccount } from "../../support/accounts";
import { expect, test } from "../../support/admin-over-http";
import { PlainBrowser, textOf } from "../../support/browser-without-javascript";
import { factNamed, toastOf } from "../../support/page-parts";
import { tickedWaiver } from "../../support/recordings";
import { addressOf, linkNamed, mainText, signIn } from "../../support/recordings-http";
import { pdf } from "../../support/resources";

test("an instructor uploads a resource, and a member buys and downloads it, without JavaScript", async ({
  server,
  db,
  admin,
}) => {
  const form = await admin.open("/admin/resources/new");
  const typed = { title: "Evening Plan", description: "Ten minutes.", price: "14", currency: "GBP" };
  const wrong = await admin.submit(form, { ...typed, file: new File(["plain text"], "plan.pdf") });
  expect(wrong.status).toBe(422);
  expect(mainText(wrong)).toContain("This type of file can’t be offered.");
  const untitled = await admin.submit(wrong, { ...typed, title: "", file: new File([pdf], "plan.pdf") });
  expect([untitled.status, mainText(untitled)]).toEqual([422, expect.stringContaining("plan.pdf")]);
  expect(toastOf(await admin.submit(untitled, typed))).toBe("Resource added Evening Plan");
  expect(await db.$count(resourceFiles)).toBe(1);

  const account = await anAccount(db);
  const browser = new PlainBrowser(server.url);
  const list = await browser.open("/resources");
  expect(list.root.querySelector("main li img")?.getAttribute("src")).toMatch(/^\/plates\//);
  const path = list.root.querySelector("main li a")!.getAttribute("href")!;
  const page = await browser.open(path);
  expect(mainText(page)).toContain("plan.pdf");
  expect(page.html).not.toContain("/media/resources/");
  const signInPage = await browser.open(linkNamed(page, "Buy for £14"));
  expect(addressOf(signInPage)).toBe(`/sign-in?tab=sign-up&returnTo=${encodeURIComponent(`${path}?purchase=true`)}`);
  const dialog = await signIn(
    browser,
    account.email,
    `/sign-in?returnTo=${encodeURIComponent(`${path}?purchase=true`)}`,
  );
  expect(textOf(dialog, "dialog h1")).toBe("Buy this resource");
  expect(factNamed(dialog, "Total")).toBe("£14.00");
  const cancelled = await browser.submit(await browser.submit(dialog, tickedWaiver, "dialog form"), {
    action: "cancel",
  });
  expect(textOf(cancelled, "dialog [role=status]")).toBe("Your payment was cancelled and nothing was charged.");
  const returned = await browser.submit(await browser.submit(cancelled, tickedWaiver, "dialog form"), {
    action: "pay",
  });
  expect(addressOf(returned)).toBe(path);
  expect(mainText(returned)).toContain("Payment Successful This resource is yours for life.");
  const link = returned.root.querySelector("main a[download]")!.getAttribute("href")!;
  const download = await fetch(server.url + link, { headers: browser.headers });
  expect([download.status, await download.text()]).toEqual([200, pdf]);
  expect(mainText(await browser.open("/dashboard/resources"))).toContain("Evening Plan");
  const again = await browser.open(`${path}?purchase=true`);
  expect([addressOf(again), toastOf(again)]).toEqual([path, "Nothing to pay You already have this resource."]);
});
