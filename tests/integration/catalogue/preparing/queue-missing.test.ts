import { sql } from "drizzle-orm";
import { recordingPreparations } from "@db/schema";
import type { MemberContext } from "@server/core/context";
import { restartPreparation } from "@server/catalogue/preparing/preparations";
import { prepareRecording } from "@server/catalogue/preparing/prepare-recording";
import { queueMissing } from "@server/catalogue/preparing/queue-missing";
import { readVersions } from "@server/catalogue/preparing/versions";
import { anAdmin } from "../../../support/admin-sessions";
import { aQueuedRecording, preparationOf, replaceVideo } from "../../../support/preparing";
import { fittingVideo, sample, tone } from "../../../support/samples";
import { createTestContext, expect, test, type TestApp } from "../../../support/test-app";

const mp4 = async () => ({ content: await fittingVideo(), contentType: "video/mp4" });
const wav = async () => ({ content: await sample("wav", tone(1)), contentType: "audio/wav" });

const namesOf = async (app: TestApp, id: string) => Object.keys(await readVersions(app.db, id)).sort();

test("without ffmpeg plays what was uploaded, and prepares it once there is one", async ({ app }) => {
  const id = await aQueuedRecording(app.services, { video: await mp4() });
  await app.runJobs();
  await replaceVideo(app.services, id, await mp4());
  const settings = { ...app.services.settings, ffmpeg: { file: undefined, searchPath: "" } };
  const without = { ...app.services, settings };
  await prepareRecording(without, { recordingId: id }, new AbortController().signal);
  expect([await preparationOf(app.services, id), await namesOf(app, id)]).toEqual([undefined, []]);
  await queueMissing(without);
  expect(await preparationOf(app.services, id)).toBeUndefined();
  await queueMissing(app.services);
  await app.runJobs();
  expect(await namesOf(app, id)).toEqual(["large", "poster", "small", "sound"]);
});

test("gives up on a file that has ended the process at each try, says so, and starts again on request", async ({
  app,
}) => {
  const id = await aQueuedRecording(app.services, { sound: await wav() });
  await app.db.update(recordingPreparations).set({ state: "running" });
  await queueMissing(app.services);
  expect(await preparationOf(app.services, id)).toMatchObject({ state: "running" });
  await app.db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
  await queueMissing(app.services);
  expect(await preparationOf(app.services, id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("The server stopped preparing this file") as string,
  });
  await queueMissing(app.services);
  await app.runJobs();
  expect(await namesOf(app, id)).toEqual([]);
  const { user } = await anAdmin(app);
  const ctx = (await createTestContext(app.services, { user })) as MemberContext;
  await restartPreparation(ctx, id);
  await app.runJobs();
  expect(await namesOf(app, id)).toEqual(["sound"]);
});
