import { oneToOneOffers } from "@db/schema";
import sharp from "sharp";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { textOf } from "../../../support/browser-without-javascript";
import { conflict, errorsOf, messageOn } from "../../../support/page-parts";

async function aPicture(background: string) {
  const png = await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  return new File([png], "room.png", { type: "image/png" });
}

test("posts an offer with its picture without JavaScript, and says whose picture was saved meanwhile", async ({
  db,
  admin,
}) => {
  const saved = async () => (await db.select().from(oneToOneOffers))[0]!;
  const form = await admin.open("/admin/one-to-one/new");
  const typed = { title: "An hour alone", slug: "an-hour", description: "Time for one person.", price: "80" };
  const first = { ...typed, durationMinutes: "long", image: await aPicture("#7a2e8e") };
  const refused = await admin.submit(form, first, formWith(form, "Add"));
  expect([refused.status, textOf(refused, "textarea[name=description]")]).toEqual([422, typed.description]);
  expect(errorsOf(refused)).toHaveLength(1);
  const added = await admin.submit(refused, { durationMinutes: "60" }, formWith(refused, "Add"));
  expect(messageOn(added)).toContain("An hour alone");
  const offer = await saved();
  expect(offer).toMatchObject({ durationMinutes: 60, thumbnailUrl: expect.stringContaining("/media/") as string });

  const page = `/admin/one-to-one/${offer.id}`;
  const [mine, other] = [await admin.open(page), await admin.open(page)];
  await admin.submit(other, { image: await aPicture("#2e8e7a") }, formWith(other, "Save"));
  const replaced = await saved();
  expect(replaced.thumbnailUrl).not.toBe(offer.thumbnailUrl);
  const late = await admin.submit(mine, { title: "Two hours alone" }, formWith(mine, "Save"));
  expect(late.status).toBe(409);
  expect(textOf(late, conflict("dl"))).toContain("PictureSaved versionAnother picture");
  expect(await saved()).toMatchObject({ title: "An hour alone", thumbnailUrl: replaced.thumbnailUrl });
  await admin.submit(late, {}, formWith(late, "Save"));
  expect(await saved()).toMatchObject({ title: "Two hours alone", thumbnailUrl: replaced.thumbnailUrl });
});
