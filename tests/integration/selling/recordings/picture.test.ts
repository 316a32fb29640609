import { eq } from "drizzle-orm";
import { recordings as recordingRows } from "@db/schema";
import { anAccount } from "../../../support/accounts";
import { aFile, aVersionOf } from "../../../support/media";
import { actingAs, aRecording } from "../../../support/recordings";
import { expect, test, type TestApp } from "../../../support/test-app";

/** Returns the pictures of a recording in its collection, on its page and on a lock screen, without their sizes. */
async function picturesOf(app: TestApp, id: string) {
  const { recordings } = app.as(actingAs(await anAccount(app.db)));
  const page = await recordings.get({ collection: "birth", id });
  const { recordings: listed } = await recordings.getCollection({ collection: "birth" });
  const card = listed.find((recording) => recording.id === id)!;
  return [card.image, page.image, page.player!.artwork[0]!.src];
}

test("shows the drawing, the picture of a chosen second and the uploaded one, in this order of preference", async ({
  app,
}) => {
  const { id } = await aRecording(app.db, { isFree: true });
  const change = (values: Partial<typeof recordingRows.$inferInsert>) =>
    app.db.update(recordingRows).set(values).where(eq(recordingRows.id, id));
  const drawings = await picturesOf(app, id);
  const version = await aVersionOf(app.services, id, "poster");
  expect(await picturesOf(app, id)).toEqual(drawings);
  expect(drawings.join()).not.toContain("/poster");

  await change({ posterSecond: 12 });
  const chosen = `poster?v=${version.id.slice(0, 8)}`;
  const [card, page, square] = await picturesOf(app, id);
  expect([card, page]).toEqual([`/media/recordings/${id}/${chosen}`, `/media/recordings/${id}/${chosen}`]);
  expect(square).toContain(`?v=${version.id.slice(0, 8)}`);

  const uploaded = await aFile(app.services, "image");
  await change({ posterId: uploaded.id });
  const own = `/media/recordings/${id}/poster?v=${uploaded.id.slice(0, 8)}`;
  expect((await picturesOf(app, id)).slice(0, 2)).toEqual([own, own]);
});
