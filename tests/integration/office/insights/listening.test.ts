import { playbackProgress } from "@db/schema";
import { aMember } from "../../../support/members";
import { aRecording } from "../../../support/recordings";
import { expect, test } from "../../../support/test-app";

test("says how far members have listened, and where half of them have left", async ({ app }) => {
  const admin = await aMember(app, { role: "admin" });
  const heard = async (title: string, places: number[], finished: number[] = []) => {
    const { id: recordingId } = await aRecording(app.db, { title, durationSeconds: 600, isFree: true });
    for (const [index, positionSeconds] of [...places, ...finished].entries()) {
      const { account } = await aMember(app);
      const finishedAt = index < places.length ? null : new Date();
      await app.db
        .insert(playbackProgress)
        .values({ userId: account.id, recordingId, positionSeconds, finishedAt, updatedAt: new Date() });
    }
    return recordingId;
  };
  const left = await heard("Left early", [30, 95, 240, 590], [600]);
  await heard("Heard to the end", [10], [598, 45]);
  const own = { userId: admin.account.id, recordingId: left, positionSeconds: 5, updatedAt: new Date() };
  await app.db.insert(playbackProgress).values(own);
  const [collection, ...others] = (await admin.api.insights.get({})).listening;
  expect(others).toEqual([]);
  const rows = collection!.recordings.map(({ id: _, ...row }) => row);
  expect(rows.toSorted((a, b) => b.started - a.started)).toEqual([
    { title: "Left early", started: 5, finished: "1 (20%)", minutes: 26, halfLeft: "4:00" },
    { title: "Heard to the end", started: 3, finished: "2 (67%)", minutes: 20, halfLeft: "the end" },
  ]);
});
