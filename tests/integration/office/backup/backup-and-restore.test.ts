import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { closeDatabase, openDatabase } from "@db/client";
import { accountTokens, mediaFiles, userSessions } from "@db/schema";
import { eq } from "drizzle-orm";
import { prepareRecording } from "@server/catalogue/preparing/prepare-recording";
import { queueMissing } from "@server/catalogue/preparing/queue-missing";
import { readVersions } from "@server/catalogue/preparing/versions";
import { restoreBackup } from "@server/office/backup/restore";
import { writeBackup } from "@server/office/backup/write-backup";
import { incomingFile, incomingFolder } from "@server/platform/media/incoming";
import { keepUpload } from "@server/platform/media/keep-upload";
import { removeFile, sweepMedia } from "@server/platform/media/media-files";
import { keysOf } from "@server/platform/media/renditions";
import { openStorage } from "@server/platform/media/storage";
import { onTestFinished } from "vitest";
import { anAccount } from "../../../support/accounts";
import { expect, expectRestored, sourceOf, test } from "../../../support/backups";
import { aFreeBooking, aPaidBooking } from "../../../support/bookings";
import { aFile, aRecordingWithFiles, contentOf } from "../../../support/media";
import { aQueuedRecording, versionFiles } from "../../../support/preparing";
import { startS3StandIn } from "../../../support/s3-stand-in";
import { sample, tone } from "../../../support/samples";
import { aBookingOf, aSession } from "../../../support/sessions";
import type { TestApp } from "../../../support/test-app";

const passphrase = "four quiet words together";

async function aUsedSite(app: TestApp) {
  const session = await aSession(app.db, { maxAttendees: 12, title: "Tabs\tand\nlines \\N" });
  await aPaidBooking(app, session);
  const free = await aSession(app.db, { priceMinor: 0 });
  await aFreeBooking(app, free);
  await aRecordingWithFiles(app.services);
  await aPictureIn(app);
  const large = await aFile(app.services, "download", Buffer.alloc(3_000_001, "breath"));
  const account = await anAccount(app.db);
  const later = new Date(app.clock.now().getTime() + 3_600_000);
  await app.db.insert(userSessions).values({ id: randomUUID(), userId: account.id, expiresAt: later });
  await app.db
    .insert(accountTokens)
    .values({ userId: account.id, purpose: "reset_password", tokenHash: randomUUID(), expiresAt: later });
  return { large };
}

/** Uploads a picture, which is kept as several files. */
async function aPictureIn({ services }: TestApp) {
  const upload = { id: randomUUID(), kind: "image", originalName: "held.webp" } as const;
  await mkdir(incomingFolder(services.settings), { recursive: true });
  await copyFile("dev/seed/media/held.webp", incomingFile(services.settings, upload.id));
  await keepUpload(services, upload);
}

test("restores every row and file into an empty site, paused and without sessions or mailed tokens", async ({
  app,
  backUp,
  restore,
  emptySite,
  sourceRows,
}) => {
  await aUsedSite(app);
  const before = await sourceRows();
  const file = await backUp({ passphrase });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { manifest, lost } = await restore(file, { passphrase });

  expectRestored(await emptySite.rows(), before);
  expect(lost).toEqual([]);
  const rows = await app.db.select().from(mediaFiles);
  expect(manifest.files.map(({ key }) => key).sort()).toEqual(rows.flatMap(keysOf).sort());
  for (const { key } of manifest.files) {
    const content = await contentOf(await app.services.storage.read(key));
    const restored = await contentOf(await emptySite.storage.read(key));
    expect(restored.equals(content)).toBe(true);
  }
});

test.for(["disk", "s3"] as const)(
  "names versions of recordings as derived, leaves them out, and has them made again: from %s",
  async (kind, { app, databaseUrl, folder, emptySite }) => {
    const s3 = await startS3StandIn();
    onTestFinished(s3.stop);
    const settings = { ...app.services.settings, s3: kind === "s3" ? s3.settings : undefined };
    const services = { ...app.services, settings, storage: await openStorage(settings) };
    const content = await sample("wav", tone(1));
    const id = await aQueuedRecording(services, { sound: { content, contentType: "audio/wav" } });
    await prepareRecording(services, { recordingId: id }, new AbortController().signal);
    const { sound } = await readVersions(app.db, id);
    const file = `${folder}/derived.tar`;
    const { manifest } = await writeBackup(sourceOf(services, databaseUrl), file);
    const states = manifest.files.map(({ key, state }) => `${key.split("/")[0]}: ${state}`);
    expect(states.sort()).toEqual([`sound: ${kind === "s3" ? "listed" : "included"}`, "version: derived"]);

    const site =
      kind === "s3"
        ? { ...emptySite, settings: { ...emptySite.settings, s3: s3.settings }, storage: services.storage }
        : emptySite;
    const { lost } = await restoreBackup(site, file);
    expect(lost).toEqual([]);
    const restored = openDatabase(site.databaseUrl, { max: 2 });
    onTestFinished(() => closeDatabase(restored));
    const elsewhere = { ...app.services, ...site, db: restored };
    expect(await versionFiles(elsewhere)).toMatchObject({ rows: kind === "s3" ? [sound?.storageKey] : [] });
    await queueMissing(elsewhere);
    await prepareRecording(elsewhere, { recordingId: id }, new AbortController().signal);
    await sweepMedia(elsewhere);
    const { sound: again } = await readVersions(restored, id);
    expect(again?.bytes).toBe(sound?.bytes);
    expect((await versionFiles(elsewhere)).rows).toEqual([again?.storageKey]);
    // What the backup did not hold is not left behind in the bucket.
    if (kind === "s3") expect(s3.objects.has(sound?.storageKey ?? "")).toBe(false);
  },
);

test("saves one moment while places are being booked, and restores every row of it", async ({
  app,
  databaseUrl,
  folder,
  emptySite,
  restore,
  sourceRows,
}) => {
  await aUsedSite(app);
  const session = await aSession(app.db, { priceMinor: 0 });
  let booked = 0;
  let isOver = false;
  const book = async () => {
    while (!isOver) {
      await app.as().bookings.create(aBookingOf(session));
      booked += 1;
    }
  };
  const untilMoreThan = (count: number) => expect.poll(() => booked, { interval: 5 }).toBeGreaterThan(count);
  const visitors = [book(), book(), book()];
  await untilMoreThan(5);
  const early = booked;
  const file = `${folder}/under-load.tar`;
  let moment: Awaited<ReturnType<typeof sourceRows>> = {};
  await writeBackup(sourceOf(app.services, databaseUrl), file, async (snapshot) => {
    await untilMoreThan(booked);
    moment = await sourceRows(snapshot);
  });
  await untilMoreThan(booked);
  isOver = true;
  await Promise.all(visitors);

  await restore(file);
  const restored = await emptySite.rows();
  expectRestored(restored, moment);
  const bookings = restored.session_bookings!.filter(({ session_id: id }) => id === session.id);
  expect(bookings.length).toBeGreaterThanOrEqual(early);
  expect(bookings.length).toBeLessThan(booked);
});

test("restores the rows only as a test, and checks the files", async ({ app, backUp, emptySite }) => {
  await aUsedSite(app);
  const { lost } = await restoreBackup({ ...emptySite, isTest: true }, await backUp());
  expect(lost).toEqual([]);
  expect((await emptySite.rows()).live_sessions).toHaveLength(2);
  const file = (await app.db.query.mediaFiles.findFirst())!;
  expect(await emptySite.storage.stat(file.storageKey)).toBeNull();
});

test("leaves files in place that are deleted while a backup is made", async ({ app, databaseUrl, folder, restore }) => {
  const file = await aFile(app.services, "download", "still needed");
  const storage = {
    ...app.services.storage,
    stat: async (key: string) => {
      await app.db.update(mediaFiles).set({ deletedAt: app.clock.now() }).where(eq(mediaFiles.id, file.id));
      await removeFile(app.services, file.id);
      return app.services.storage.stat(key);
    },
  };
  const place = `${folder}/deleting.tar`;
  await writeBackup(sourceOf({ ...app.services, storage }, databaseUrl), place);
  expect(await app.db.$count(mediaFiles)).toBe(1);
  await removeFile(app.services, file.id);
  expect(await app.db.$count(mediaFiles)).toBe(0);
  expect((await restore(place)).lost).toEqual([]);
});

test("refuses a damaged, shortened or wrongly opened file and changes nothing", async ({
  app,
  backUp,
  restore,
  emptySite,
  folder,
}) => {
  await aUsedSite(app);
  const plain = await readFile(await backUp());
  const sealed = await backUp({ passphrase });
  const broken = async (content: Buffer) => {
    const place = `${folder}/broken.tar`;
    await writeFile(place, content);
    return restore(place);
  };
  const untouched = await emptySite.rows();
  const changed = Buffer.from(plain);
  const middle = changed.indexOf("breathbreath");
  changed.write("BREATH", middle);
  await expect(broken(changed)).rejects.toThrow(/the file download\/.* is not the one that was saved/);
  await expect(broken(plain.subarray(0, plain.length / 2))).rejects.toThrow(/damaged/);
  await expect(broken(Buffer.from("something else"))).rejects.toThrow(/damaged|not a backup/);
  await expect(restore(sealed)).rejects.toThrow("This backup is encrypted");
  await expect(restore(sealed, { passphrase: "another quiet passphrase" })).rejects.toThrow("is not the passphrase");
  expect(await emptySite.rows()).toEqual(untouched);
});

test("refuses a site that has rows, is running, or is of the other mode", async ({
  app,
  backUp,
  restore,
  emptySite,
}) => {
  const file = await backUp();
  await restore(file);
  await expect(restore(file)).rejects.toThrow("this one has rows in site_restores");
  const running = { ...emptySite, databaseUrl: app.db.$client.options.connectionString ?? "" };
  await expect(restoreBackup(running, file)).rejects.toThrow("Stop the site, then restore");
  const live = { ...emptySite, settings: { ...emptySite.settings, isLive: true } };
  await expect(restoreBackup(live, file)).rejects.toThrow("This backup is of a demo site");
});
