import { access, constants } from "node:fs/promises";
import path from "node:path";
import type { Settings } from "../../core/env";

/** The two programs that recordings are prepared with. `searchPath` is where their helpers are found. */
export type Ffmpeg = { ffmpeg: string; ffprobe: string; searchPath: string };

/** Returns FFMPEG_PATH, or the first ffmpeg on the path, that has an ffprobe beside it; null without one. */
export async function findFfmpeg({ ffmpeg: { file, searchPath } }: Pick<Settings, "ffmpeg">): Promise<Ffmpeg | null> {
  for (const ffmpeg of file === undefined ? placesOn(searchPath) : [path.resolve(file)]) {
    const ffprobe = path.join(path.dirname(ffmpeg), "ffprobe");
    if ((await isProgram(ffmpeg)) && (await isProgram(ffprobe))) return { ffmpeg, ffprobe, searchPath };
  }
  return null;
}

/** A relative folder would depend on where the site was started. */
const placesOn = (searchPath: string): string[] =>
  searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, "ffmpeg"));

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
