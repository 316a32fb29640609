import { execFile } from "node:child_process";
import { chmod, mkdtemp, open, rm, rmdir, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const mb = 1024 * 1024;

type SmallDisk = {
  folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  setReadOnly(isReadOnly: boolean): Promise<void>;
  remove(): Promise<void>;
};

/** Mounts a disk in memory; null where this user may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(path.join(tmpdir(), "breathroom-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  } catch {
    await rmdir(folder);
    return null;
  }
  await chmod(folder, 0o755);
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    async fill() {
      const file = await open(ballast, "a");
      try {
        for (let left = await freeBytes(folder); left > 0; left = await freeBytes(folder)) {
          await file.write(Buffer.alloc(Math.min(left, mb)));
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    setReadOnly: async (isReadOnly) => {
      await run("mount", ["-o", `remount,${isReadOnly ? "ro" : "rw"}`, folder]);
    },
    async remove() {
      await run("umount", ["-l", folder]);
      await rmdir(folder);
    },
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
