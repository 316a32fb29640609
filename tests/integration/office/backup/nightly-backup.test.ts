import { randomBytes } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { backupRuns, mediaFiles } from "@db/schema";
import { openBackupBucket } from "@server/office/backup/bucket";
import { backUp } from "@server/office/backup/manage-backups";
import { makeBackup } from "@server/office/backup/run-backup";
import { anAccount, password, refusalOf } from "../../../support/accounts";
import { auditedActions } from "../../../support/admin";
import { expect, test } from "../../../support/backups";
import { actingAs } from "../../../support/recordings";
import { startS3StandIn } from "../../../support/s3-stand-in";
import type { TestApp } from "../../../support/test-app";

type BackupSettings = Partial<TestApp["services"]["settings"]["backup"]>;

const servicesFor = (app: TestApp, databaseUrl: string, changed: BackupSettings) => {
  const { settings } = app.services;
  return { ...app.services, databaseUrl, settings: { ...settings, backup: { ...settings.backup, ...changed } } };
};

test("keeps the newest backups and leaves other files alone", async ({ app, databaseUrl, folder }) => {
  const old = ["2029-01-01T031200Z", "2029-01-02T031200Z"].map((time) => `breathroom-${time}.tar`);
  for (const name of [...old, "notes.txt"]) await writeFile(path.join(folder, name), "");
  app.clock.moveBy(4 * 365 * 24 * 60);
  const services = servicesFor(app, databaseUrl, { folder, keep: 2, isNightly: true });
  await backUp(services);
  const kept = (await readdir(folder)).sort();
  expect(kept).toEqual([old[1], expect.stringMatching(/^breathroom-20\d\d.*\.tar$/), "notes.txt"]);
  expect(await app.db.query.backupRuns.findMany()).toMatchObject([
    { error: null, isEncrypted: false, place: "folder" },
  ]);
});

test("makes no backup at night unless the settings say so, and one when asked", async ({
  app,
  databaseUrl,
  folder,
}) => {
  const services = servicesFor(app, databaseUrl, { folder, isNightly: false });
  await backUp(services);
  expect(await readdir(folder)).toEqual([]);
  await backUp(services, { isAsked: true });
  expect(await readdir(folder)).toHaveLength(1);
});

test("records why a backup failed and leaves no file", async ({ app, databaseUrl, folder }) => {
  const storage = { ...app.services.storage, stat: () => Promise.reject(new Error("the disk is gone")) };
  const services = { ...servicesFor(app, databaseUrl, { folder }), storage };
  const file = { kind: "image" as const, storageKey: "image/a.webp", originalName: "a", contentType: "image/webp" };
  await app.db.insert(mediaFiles).values({ ...file, bytes: 1, etag: '"a"' });
  await expect(makeBackup(services)).rejects.toThrow("the disk is gone");
  expect(await readdir(folder)).toEqual([]);
  expect(await app.db.query.backupRuns.findMany()).toMatchObject([{ error: "the disk is gone", bytes: null }]);
});

const storeTest = test.extend("store", async ({ task: _ }, { onCleanup }) => {
  const store = await startS3StandIn({ keysPerPage: 2 });
  onCleanup(store.stop);
  return store;
});

storeTest("copies backups to a bucket, and keeps the newest there", async ({ app, databaseUrl, folder, store }) => {
  const nameOf = (day: number) => `breathroom-2029-01-0${day}T031200Z.tar`;
  for (const day of [1, 2, 3, 4]) store.objects.set(`backups/${nameOf(day)}`, Buffer.from("old"));
  store.objects.set("backups/notes.txt", Buffer.from("mine"));
  app.clock.moveBy(4 * 365 * 24 * 60);
  await backUp(servicesFor(app, databaseUrl, { folder, keep: 2, isNightly: true, s3: store.settings }));
  const [newest, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const kept = [nameOf(4), newest!, "notes.txt"];
  expect([...store.objects.keys()].sort()).toEqual(kept.map((name) => `backups/${name}`).sort());
  expect(await app.db.query.backupRuns.findMany()).toMatchObject([{ error: null, place: "bucket" }]);
});

storeTest("sends a large backup in parts", async ({ app, folder, store }) => {
  const content = randomBytes(17 * 1024 * 1024);
  await writeFile(path.join(folder, "large.tar"), content);
  const { backup, ...settings } = app.services.settings;
  const bucket = await openBackupBucket({ ...settings, backup: { ...backup, s3: store.settings } });
  await bucket!.send("large.tar", path.join(folder, "large.tar"));
  expect(store.objects.get("backups/large.tar")?.equals(content)).toBe(true);
  expect(store.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(2);
});

test("lets an admin download a backup after the password, and audits it", async ({ app, databaseUrl, folder }) => {
  const { fileName } = await makeBackup(servicesFor(app, databaseUrl, { folder }));
  const [run] = await app.db.select().from(backupRuns);
  const { backups } = app.as(actingAs(await anAccount(app.db, { role: "admin" })));
  const id = run!.id;
  expect((await refusalOf(backups.open({ id, currentPassword: "not it" }))).message).toBe(
    "Current password is incorrect",
  );
  expect(await auditedActions(app)).toEqual([]);
  expect(await backups.open({ id, currentPassword: password })).toEqual({ fileName });
  expect(await auditedActions(app)).toEqual(["backup.downloaded"]);
});
