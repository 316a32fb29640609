import { readFile } from "node:fs/promises";
import { mediaFiles, products } from "@db/schema";
import { collectionFields } from "@server/catalogue/products/collection-form";
import { eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { errorsOf, hrefsOf, noticeOf, toastOf } from "../../../support/page-parts";
import { mainText, signIn } from "../../../support/recordings-http";

const content = await readFile("dev/seed/media/moon.webp");
const moon = () => new File([content], "moon.webp");
/** A form of this size is read as it arrives. */
const large = () => new File([content, Buffer.alloc(300 * 1024)], "large.webp");
const valueOf = ({ root }: Page, name: string) => root.querySelector(`[name=${name}]`)?.getAttribute("value");
const hero = (page: Page) => page.root.querySelector("main img[src^='/media/collections/']");
const edit = "/admin/products/collection/calm-nights";

test("adds a collection with a picture, replaces and removes it, and keeps the upload of a refused form, without JavaScript", async ({
  db,
  server,
  admin,
}) => {
  const form = await admin.open("/admin/products/collection/new");
  const wrong = await admin.submit(form, { title: "Calm Nights", picture: new File(["no picture"], "moon.webp") });
  const noPicture = "Browsers can’t show this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.";
  expect([wrong.status, noticeOf(wrong)]).toEqual([422, `Upload failed: ${noPicture}`]);
  expect(errorsOf(wrong)).toContain(noPicture);
  const huge = await admin.submit(form, { picture: new File([Buffer.alloc(10.2 * 1024 * 1024)], "huge.webp") });
  expect(errorsOf(huge)).toContain("File size exceeds the maximum allowed size of 10MB. Your file is 10.2 MB.");
  const refused = await admin.submit(wrong, { picture: large() });
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Enter an address"]]);
  const [kept] = await db.select().from(mediaFiles);
  expect([valueOf(refused, "pictureId"), valueOf(refused, "title")]).toEqual([kept!.id, "Calm Nights"]);
  expect(mainText(refused)).toContain("large.webp");
  const added = await admin.submit(refused, { slug: "calm-nights" });
  expect(toastOf(added)).toBe("Collection added Calm Nights");

  await db.update(products).set({ isPriced: true, priceMinor: 4500 }).where(eq(products.title, "Calm Nights"));
  const opened = await admin.open(edit);
  const inputs = opened.root.querySelectorAll("main form :is(input, textarea, select)");
  expect(inputs.map((input) => input.getAttribute("name"))).toEqual(
    expect.arrayContaining([
      ...Object.keys(collectionFields).filter((name) => name !== "removePicture"),
      "version",
      "picture",
    ]),
  );
  const on = await admin.submit(opened, { isOn: "on", picture: moon() });
  expect(toastOf(on)).toBe("Collection saved Calm Nights");
  const visitor = new PlainBrowser(server.url);
  const page = await visitor.open("/collections/calm-nights");
  expect(hero(page)?.getAttribute("alt")).toBe("");
  const picture = await fetch(server.url + hero(page)!.getAttribute("src")!);
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  expect(hero(await visitor.open("/birth-recordings"))).toBeNull();

  const late = await admin.submit(opened, { title: "Calm Evenings" });
  expect([late.status, textOf(late, "main section dl")]).toEqual([
    409,
    "Shown and soldSaved versionYesPictureSaved versionmoon.webp",
  ]);
  expect(valueOf(late, "title")).toBe("Calm Evenings");
  const removed = await admin.submit(late, { removePicture: "on" }, formWith(late, "Save collection"));
  expect(toastOf(removed)).toBe("Collection saved Calm Evenings");
  expect(hero(await visitor.open("/collections/calm-nights"))).toBeNull();
  expect((await admin.open(edit)).root.querySelector("[name=removePicture]")).toBeNull();
  expect((await admin.open("/admin/audit")).html).toContain("picture");
  expect(hrefsOf(removed, "main a")).toContain(edit);
});

test("receives no picture from a member or a visitor", async ({ db, server }) => {
  const member = await anAccount(db);
  const browsers = { member: new PlainBrowser(server.url), visitor: new PlainBrowser(server.url) };
  await signIn(browsers.member, member.email);
  for (const [who, { headers }] of Object.entries(browsers)) {
    for (const [path, picture] of [
      ["/admin/products/collection/new", moon()],
      ["/admin/products/collection/new", large()],
      ["/admin/products/collection/birth", moon()],
      ["/admin/products/collection/birth", large()],
    ] as const) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ title: "Mine", plate: "sleep", slug: "mine" }))
        body.set(name, value);
      body.set("picture", picture);
      const { status } = await fetch(server.url + path, { method: "POST", body, headers, redirect: "manual" });
      expect([302, 303, 401, 403], `${path}, ${who}`).toContain(status);
    }
  }
  expect(await db.$count(mediaFiles)).toBe(0);
  expect(await db.$count(products, eq(products.title, "Mine"))).toBe(0);
});
