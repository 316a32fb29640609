import { access, chmod, constants, mkdir, mkdtemp, realpath, rmdir } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { StartError } from "../errors";

export async function prepareDataDir(dataDir: string): Promise<string> {
  const wanted = path.resolve(dataDir);
  try {
    const firstMade = await mkdir(wanted, { recursive: true });
    if (firstMade) await allowOthersToEnter(firstMade, wanted);
    const real = await realpath(wanted);
    await rmdir(await mkdtemp(path.join(real, ".write-test-")));
    return real;
  } catch (cause) {
    throw new StartError(`DATA_DIR ${wanted} ${reasonOf(await findCause(wanted, cause))}`, { cause });
  }
}

/** With a strict umask, folders created by root would be closed to PostgreSQL's user. */
async function allowOthersToEnter(firstMade: string, last: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (let folder = last; folder.length >= firstMade.length; folder = path.dirname(folder)) await chmod(folder, 0o755);
}

/** mkdir on a read-only file system fails with ENOENT; the nearest parent has the cause. */
async function findCause(wanted: string, cause: unknown): Promise<NodeJS.ErrnoException> {
  const error = cause as NodeJS.ErrnoException;
  if (error.code !== "ENOENT") return error;
  const parent = path.dirname(wanted);
  const denied = await access(parent, constants.W_OK).then(
    () => undefined,
    (reason: NodeJS.ErrnoException) => reason,
  );
  if (denied?.code === "ENOENT" && parent !== wanted) return findCause(parent, error);
  return denied ?? error;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "EEXIST":
    case "ENOTDIR":
      return "is a file, or lies below one; it must be a folder.";
    case "EACCES":
    case "EPERM":
      return `can't be written by user ${userInfo().username}; give that user the folder, or set another DATA_DIR.`;
    case "EROFS":
      return "is on a read-only file system; set another DATA_DIR.";
    case "ENOSPC":
      return "is on a disk that is full.";
    default:
      return `can't be used: ${error.message}`;
  }
}
