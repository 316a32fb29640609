import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base, describe, expect } from "vitest";
import { createDiskStorage } from "@server/platform/media/storage";
import { createS3Storage } from "@server/platform/media/s3-storage";
import type { Storage } from "@server/core/services";
import { contentOf } from "../../../support/media";
import { startS3StandIn } from "../../../support/s3-stand-in";

const test = base
  .extend("folder", async ({ task: _task }, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "breathroom-storage-"));
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend("s3", async ({ task: _task }, { onCleanup }) => {
    const s3 = await startS3StandIn();
    onCleanup(s3.stop);
    return s3;
  })
  .extend("storages", async ({ folder, s3 }): Promise<Record<"disk" | "s3", Storage>> => ({
    disk: createDiskStorage(path.join(folder, "data")),
    s3: await createS3Storage(s3.settings),
  }));

const key = "video/0b9f3d2e-1c1a-4c5e-9c1d-2f4a5b6c7d8e.webm";

describe.each(["disk", "s3"] as const)("%s", (name) => {
  test("stores a file, returns it whole and in parts, and deletes it", async ({ storages, folder }) => {
    const storage = storages[name];
    const content = Buffer.from("breathe in, breathe out");
    const source = path.join(folder, "source");
    await writeFile(source, content);

    await storage.save(key, source);
    await storage.save(key, source);
    await rm(source);
    expect(await storage.stat(key)).toEqual({ bytes: content.length });
    expect(await contentOf(await storage.read(key))).toEqual(content);
    expect(String(await contentOf(await storage.read(key, { start: 8, end: 9 })))).toBe("in");
    expect(String(await contentOf(await storage.read(key, { start: 0, end: 0 })))).toBe("b");

    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.stat(key)).toBeNull();
    await expect(storage.read(key)).rejects.toThrow("no file");
  });

  test("stores nothing for a missing file", async ({ storages, folder }) => {
    await expect(storages[name].save(key, path.join(folder, "nothing"))).rejects.toThrow("ENOENT");
    expect(await storages[name].stat(key)).toBeNull();
  });

  test.for(["../secret", "video/../../secret.webm", "/etc/passwd", "video/a/b.webm", "video/", "video/x.webm\0", ""])(
    "refuses the key %j",
    async (wrong, { storages }) => {
      await expect(storages[name].read(wrong)).rejects.toThrow("not a storage key");
      await expect(storages[name].remove(wrong)).rejects.toThrow("not a storage key");
      await expect(storages[name].save(wrong, "/dev/null")).rejects.toThrow("not a storage key");
    },
  );
});

test("moves a large file to the disk completely or not at all", async ({ storages, folder }) => {
  const source = path.join(folder, "large");
  await writeFile(source, Buffer.alloc(3_000_000, "x"));
  await storages.disk.save(key, source);
  expect(await contentOf(await storages.disk.read(key, { start: 2_999_998, end: 2_999_999 }))).toHaveLength(2);
  expect(await readdir(path.join(folder, "data", "media", "video"))).toEqual([path.basename(key)]);
});

test("copies a file that is no upload, so that changes do not affect the original", async ({ storages, folder }) => {
  const seed = path.join(folder, "seed");
  await writeFile(seed, "the sample");
  await storages.disk.save(key, seed);
  await writeFile(seed, "changed in place");
  expect(String(await contentOf(await storages.disk.read(key)))).toBe("the sample");
});

test("links an upload instead of copying it", async ({ storages, folder }) => {
  const uploads = path.join(folder, "data", "uploads");
  await mkdir(uploads, { recursive: true });
  const upload = path.join(uploads, "0b9f3d2e-1c1a-4c5e-9c1d-2f4a5b6c7d8e");
  await writeFile(upload, "uploaded");
  await storages.disk.save(key, upload);
  expect((await stat(upload)).nlink).toBe(2);
});

test("reports a directory in the way as an error, not as an existing file", async ({ storages, folder }) => {
  await mkdir(path.join(folder, "data", "media"), { recursive: true });
  await writeFile(path.join(folder, "data", "media", "video"), "in the way");
  await writeFile(path.join(folder, "source"), "x");
  await expect(storages.disk.save(key, path.join(folder, "source"))).rejects.toThrow("EEXIST");
});

test("refuses another key than its own at the store", async ({ s3 }) => {
  const stranger = await createS3Storage({ ...s3.settings, secretAccessKey: "guessed" });
  await expect(stranger.read(key)).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
});

test("serves the file and its type by a signed address, and nothing when that is changed", async ({ storages, s3 }) => {
  s3.objects.set(key, Buffer.from("breathe"));
  const address = await storages.s3.signAddress!(key, { seconds: 300, contentType: "video/webm" });
  const answer = await fetch(address, { headers: { Range: "bytes=0-1" } });
  expect([answer.status, answer.headers.get("Content-Type"), await answer.text()]).toEqual([206, "video/webm", "br"]);
  expect(new URL(address).searchParams.get("X-Amz-Expires")).toBe("300");
  expect((await fetch(address.replace("Expires=300", "Expires=30000"))).status).toBe(403);
  expect((await fetch(address.replace(".webm", ".mp4"))).status).toBe(403);
});
