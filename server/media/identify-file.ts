import { readFile, writeFile } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { DomainError } from "../core/errors";
import { extensionsOf, wrongType, type MediaKind } from "./media-kinds";
import { readCaptions } from "./read-captions";

/** What a file is, and where the one to keep lies. */
export type FileIdentity = { contentType: string; extension: string; path: string };

/**
 * Finds out what a file is from its content; what it is called says nothing. Captions are rewritten as WebVTT into a
 * file beside theirs. Throws `invalid` when it is not what it should be.
 */
export async function identifyFile(path: string, kind: MediaKind): Promise<FileIdentity> {
  if (kind === "captions") return identifyCaptions(path);
  const found = (await fileTypeFromFile(path))?.mime;
  const extension = found && extensionsOf[kind][found];
  if (!extension) throw new DomainError("invalid", wrongType[kind]);
  // Browsers know one name for both.
  return { contentType: found === "video/x-m4v" ? "video/mp4" : found, extension, path };
}

async function identifyCaptions(path: string): Promise<FileIdentity> {
  const captions = readCaptions(await readFile(path));
  if (captions === null) throw new DomainError("invalid", wrongType.captions);
  const rewritten = `${path}.vtt`;
  await writeFile(rewritten, captions);
  return { contentType: "text/vtt", extension: "vtt", path: rewritten };
}
