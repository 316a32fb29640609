import { eq } from "drizzle-orm";
import { purchases, resourceFiles, products } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { expect, test } from "../../../support/admin-over-http";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { factNamed, rowsOf, toastOf } from "../../../support/page-parts";
import { tickedWaiver } from "../../../support/recordings";
import { addressOf, linkNamed, mainText, signIn } from "../../../support/recordings-http";
import { pdf } from "../../../support/resources";

test("an instructor uploads a resource, and a member buys and downloads it, without JavaScript", async ({
  server,
  db,
  admin,
}) => {
  const form = await admin.open("/admin/products/resource/new");
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
  const left = await browser.submit(await browser.submit(dialog, tickedWaiver, "dialog form"), { action: "cancel" });
  expect(textOf(left, "main h1")).toBe("You left the payment page");
  const cancelled = await browser.submit(left);
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

test("calls a bought or granted resource by its own name in the back office", async ({ db, admin }) => {
  const plan = { title: "Evening Plan", description: "Ten minutes.", price: "14", currency: "GBP" };
  const file = new File([pdf], "plan.pdf");
  await admin.submit(await admin.open("/admin/products/resource/new"), { ...plan, file });
  const [resource] = await db.select().from(products).where(eq(products.kind, "resource"));
  const { email } = await anAccount(db, { fullName: "Ada Lindholm" });
  const grant = await admin.open(`/admin/purchases/grant?item=${resource!.id}`);
  const granted = await admin.submit(grant, { email });
  expect(toastOf(granted)).toBe("Access granted Ada Lindholm can open the resource now, and gets an email about it.");
  expect(rowsOf(await admin.open("/admin/orders"))[0]).toContain("Evening PlanResource");
  const [purchase] = await db.select().from(purchases);
  const ofOrder = (step: string) => admin.open(`/admin/orders/purchase/${purchase!.id}/${step}`);
  const lost = "Ada Lindholm can no longer open the resource.";
  expect(mainText(await ofOrder("status?to=cancelled"))).toContain(lost);
  expect(mainText(await admin.open(`/admin/purchases/${purchase!.id}/delete`))).toContain(lost.slice(0, -1));
  await db.update(purchases).set({ status: "failed", totalMinor: 1400, listPriceMinor: 1400 });
  const opens = "The resource is unlocked immediately";
  expect(mainText(await ofOrder("status?to=paid"))).toContain(opens);
  await admin.submit(await ofOrder("status?to=paid"));
  expect(mainText(await ofOrder("refund"))).toContain("If you refund everything, access to the resource ends.");
});
