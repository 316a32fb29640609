import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { StartError } from "../errors";
import type { Binaries } from "./binaries";

const systemUser = "postgres";

/**
 * Chooses the user that runs PostgreSQL, which refuses root. Returns undefined for this process's user. Throws a
 * StartError.
 */
export async function chooseSystemUser(cluster: string, mayCreateUser = true): Promise<SystemUser> {
  const found = await stat(cluster).catch(() => undefined);
  if (process.getuid?.() !== 0) {
    if (found && found.uid !== process.getuid?.()) throw notOurs(cluster, await nameOf(found.uid));
    return undefined;
  }
  if (found?.uid) return { uid: found.uid, gid: found.gid, name: await nameOf(found.uid) };
  const user = (await findSystemUser()) ?? (await createSystemUser(mayCreateUser));
  if (found) {
    const remedy = `run chown -R ${systemUser} ${cluster}`;
    throw new StartError(`${cluster} belongs to root, and PostgreSQL refuses to run as root; ${remedy}.`);
  }
  return user;
}

function notOurs(cluster: string, user: string): StartError {
  const { username } = userInfo();
  return new StartError(
    `${cluster} belongs to user ${user}, not to ${username}; run Breathroom as that user or root, or set another DATA_DIR.`,
  );
}

async function nameOf(uid: number): Promise<string> {
  const { code, output } = await run("id", ["-un", String(uid)]);
  return code === 0 ? lastLine(output) : `#${uid}`;
}

async function findSystemUser(): Promise<SystemUser> {
  const uid = await run("id", ["-u", systemUser]);
  const gid = await run("id", ["-g", systemUser]);
  if (uid.code !== 0 || gid.code !== 0) return undefined;
  return { uid: Number(lastLine(uid.output)), gid: Number(lastLine(gid.output)), name: systemUser };
}

export async function createSystemUser(isAllowed: boolean): Promise<SystemUser> {
  if (!isAllowed) {
    throw new StartError(
      `PostgreSQL refuses to run as root, and BREATHROOM_NO_INSTALL=1 forbids creating a system user "${systemUser}"; ` +
        `create it, start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  process.stderr.write(
    `Creating the system user "${systemUser}", because PostgreSQL refuses to run as root. ` +
      `To avoid this, start as an ordinary user, or set DATABASE_URL or BREATHROOM_NO_INSTALL=1.\n`,
  );
  await run("groupadd", ["--system", "--force", systemUser]);
  const made = await run("useradd", ["--system", "--gid", systemUser, "--no-create-home", systemUser]);
  const user = await findSystemUser();
  if (user) return user;
  throw new StartError(
    `PostgreSQL refuses to run as root, and a system user "${systemUser}" could not be created (${lastLine(made.output)}); ` +
      `create it, start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Checks that `user` can enter the folders and run PostgreSQL. Returns its major version. Throws a StartError. */
export async function checkSystemUser(user: SystemUser, binaries: Binaries, cluster: string): Promise<string> {
  if (user) await enterFolders(user, [...foldersDownTo(binaries.folder), ...foldersDownTo(path.dirname(cluster))]);
  const { code, output } = await run(binaries.postgres, ["--version"], user);
  const major = /PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code === 0 && major) return major;
  throw new StartError(`${binaries.postgres} doesn't run here (${lastLine(output)}); set DATABASE_URL instead.`);
}

async function enterFolders(user: NonNullable<SystemUser>, folders: string[]): Promise<void> {
  const script = 'for folder in "$@"; do cd "$folder" 2>/dev/null || { printf "%s" "$folder"; exit 3; }; done';
  const { code, output } = await run("/bin/sh", ["-c", script, "sh", ...folders], user);
  if (code === 0) return;
  if (code !== 3) throw new StartError(`PostgreSQL can't be run as user "${user.name}": ${lastLine(output)}.`);
  throw new StartError(
    `PostgreSQL runs as user "${user.name}", who can't enter ${output}; allow it (chmod o+x ${output}), ` +
      `move Breathroom or DATA_DIR elsewhere, start as an ordinary user, or set DATABASE_URL.`,
  );
}

function foldersDownTo(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [...foldersDownTo(parent), folder];
}

export type SystemUser = { uid: number; gid: number; name: string } | undefined;

/** Excludes our variables and keeps messages in English. */
export const cleanEnvironment: NodeJS.ProcessEnv = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  NODE_ENV: "production",
};

/** Runs a program in its own process group, so that Ctrl-C doesn't interrupt it. Code -1: it couldn't be started. */
export function run(command: string, args: string[], user?: SystemUser): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: "/",
      env: cleanEnvironment,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      ...(user && { uid: user.uid, gid: user.gid }),
    });
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => resolve({ code: -1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? -1, output }));
  });
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.trim() ?? "";
}

export function reasonIn(output: string): string {
  return /(?:FATAL|PANIC|error): +(.*)/.exec(output)?.[1]?.trim() ?? lastLine(output);
}
