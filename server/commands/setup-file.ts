import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { StartError } from "@db/errors";
import type { Answers } from "./setup-questions";

const unfinished = "# Not finished: npm run setup goes on from here.";

/** Returns what an unfinished setup has kept, or nothing if there is no file. Throws a StartError if it is finished. */
export async function readUnfinished(file: string): Promise<Answers> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return unfinished;
    throw error;
  });
  if (text.startsWith(unfinished)) return parseEnv(text) as Answers;
  throw new StartError(`${file} exists and stays as it is. Change it by hand; npm run doctor checks it.`);
}

/** Replaces the file as a whole. Only this user can read it. */
export async function writeSettings(file: string, settings: Answers, { isFinished = false } = {}): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quote(value)}`);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, `${[...(isFinished ? [] : [unfinished]), ...lines].join("\n")}\n`, {
    flag: "wx",
    mode: 0o600,
  });
  await rename(draft, file);
}

/** A value may contain a # or a space. */
const quote = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`);
