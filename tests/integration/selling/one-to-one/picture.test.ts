import { randomUUID } from "node:crypto";
import { mediaFiles, oneToOneOffers } from "@db/schema";
import { imagePath } from "@server/platform/media/media-kinds";
import { eq } from "drizzle-orm";
import { anAdmin } from "../../../support/admin-sessions";
import { aFile } from "../../../support/media";
import { aPaidSlot, inDays, sessionOf } from "../../../support/one-to-one";
import { expect, test, type TestApp } from "../../../support/test-app";

const daily = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`hours${day}`, "10:00-16:00"]));
const offer = { title: "An hour", slug: "an-hour", description: "Alone.", durationMinutes: 60, isOn: true };
const typed = { ...offer, ...daily, noticeHours: 0, stepMinutes: 60, price: "80" };

const isGone = async ({ db }: TestApp, { id }: { id: string }) =>
  (await db.query.mediaFiles.findFirst({ where: eq(mediaFiles.id, id) }))?.deletedAt !== null;

test("shows an offer's picture on all its pages and its sessions, and deletes it once none of them has it", async ({
  app,
}) => {
  const { api } = await anAdmin(app);
  const [first, second] = [await aFile(app.services, "image"), await aFile(app.services, "image")];
  const id = randomUUID();
  await api.oneToOne.admin.create({ ...typed, formKey: id, imageId: first.id });
  const visitor = app.as().oneToOne;
  const shown = [(await visitor.list())[0]!, (await visitor.listFreeTimes())[0]!, await visitor.get({ offer: id })];
  for (const { image, picture } of shown) expect([image, picture]).toEqual([imagePath(first), imagePath(first)]);
  const { bookingId } = await aPaidSlot(app, { slug: "an-hour", priceMinor: 8000 }, inDays(app, 3, 11));
  expect((await sessionOf(app, bookingId)).thumbnailUrl).toBe(imagePath(first));

  const edit = async (values: object) => {
    const { version } = await api.oneToOne.admin.getForm({ id });
    await api.oneToOne.admin.edit({ ...typed, id, version, ...values });
  };
  await edit({});
  expect((await visitor.get({ offer: id })).image).toBe(imagePath(first));
  await edit({ imageId: second.id });
  // The booked session keeps the picture that it was booked with.
  expect([(await visitor.get({ offer: id })).image, await isGone(app, first)]).toEqual([imagePath(second), false]);
  await edit({ removeImage: true });
  expect([await isGone(app, second), (await visitor.get({ offer: id })).image]).toEqual([
    true,
    expect.stringContaining("/plates/"),
  ]);
});

test("keeps the picture of an offer that no session has yet", async ({ app }) => {
  const { api } = await anAdmin(app);
  const file = await aFile(app.services, "image");
  await api.oneToOne.admin.create({ ...typed, formKey: randomUUID(), imageId: file.id });
  app.clock.moveBy(3 * 24 * 60);
  await app.runJobs("sweep-media");
  expect(await isGone(app, file)).toBe(false);
});

test("refuses a file that is no picture, and a form from before another picture", async ({ app }) => {
  const { api } = await anAdmin(app);
  const [picture, download] = [await aFile(app.services, "image"), await aFile(app.services, "download")];
  const id = randomUUID();
  const add = (imageId: string) => api.oneToOne.admin.create({ ...typed, formKey: id, imageId });
  await expect(add(download.id)).rejects.toThrow("no longer there");
  await add(picture.id);
  const { version } = await api.oneToOne.admin.getForm({ id });
  await app.db.update(oneToOneOffers).set({ thumbnailUrl: null });
  await expect(api.oneToOne.admin.edit({ ...typed, id, version, title: "Other" })).rejects.toThrow("has changed");
});
