import { expect, test } from "../../support/database";
import { comeToRest, expectBooksToBalance } from "./support/books";
import { startFaultySite } from "./support/faulty-site";
import { expectHelpfulAnswers, isFull, recovery, report } from "./support/report";
import { mountSmallDisk } from "./support/small-disk";
import { bringUploader } from "./support/uploads";
import { bringVisitors } from "./support/visitors";

const noRoom = 507;

test(
  "refuses only uploads while the disk for files is full or read-only",
  { timeout: 240_000 },
  async ({ postgresUrl }) => {
    const disk = await mountSmallDisk(8);
    // Without the right to mount, limit files to 4 kB instead.
    const settings: Record<string, string> = disk ? { DATA_DIR: disk.folder } : {};
    const site = await startFaultySite({
      postgresUrl,
      settings,
      usesS3: false,
      largestFileBlocks: disk ? undefined : 8,
    });
    try {
      const uploader = await bringUploader(site);
      const crowd = bringVisitors(site, 2);
      if (disk) {
        const before = await uploader.upload();
        expect(before.status).toBe(204);
        await disk.fill();
        expect((await uploader.upload()).status).toBe(noRoom);
        await disk.free();
        expect((await uploader.upload()).status).toBe(204);
        await disk.setReadOnly(true);
        expect((await uploader.upload()).status).toBe(noRoom);
        expect(await uploader.isServed(before.address)).toBe(true);
        await disk.setReadOnly(false);
        expect((await uploader.upload()).status).toBe(204);
      } else {
        expect((await uploader.upload()).status).toBe(noRoom);
      }
      await crowd.see(10);
      await crowd.leave();
      expect(crowd.answers.filter(({ status }) => status === 0 || status >= 500)).toEqual([]);
    } finally {
      await site.stop();
      await disk?.remove();
    }
  },
);

test.runIf(isFull)(
  "loses no confirmed booking on a full disk under PostgreSQL",
  { timeout: 240_000 },
  async ({ postgresUrl }) => {
    const disk = await mountSmallDisk(256);
    if (!disk) throw new Error("This test mounts a disk: run it as root.");
    const site = await startFaultySite({ postgresUrl, databaseFolder: disk.folder });
    try {
      const crowd = bringVisitors(site, 4);
      await crowd.see(20);
      await disk.fill();
      await crowd.see(60);
      await disk.free();
      await site.postgres.begin();
      report("a full disk under PostgreSQL", await recovery(site));
      await crowd.see(20);
      await crowd.leave();
      expectHelpfulAnswers(crowd.answers);
      await comeToRest(site, crowd.promises);
      await expectBooksToBalance(site, crowd.promises);
    } finally {
      await site.stop();
      await disk.remove();
    }
  },
);
