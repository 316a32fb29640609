import { existsSync } from "node:fs";
import path from "node:path";
import { aptInstall, mayInstall } from "./install.mjs";
import { giveUp } from "./project.mjs";
import { run } from "./run.mjs";

/** Returns once there is an ffmpeg with its ffprobe: FFMPEG_PATH, the one on the path, or Debian's, which it installs. */
export async function ensureFfmpeg() {
  const { FFMPEG_PATH: chosen } = process.env;
  if (chosen) return existsSync(chosen) ? undefined : giveUp(`FFMPEG_PATH: there is no file ${chosen}.`);
  if (await works()) return;
  if (mayInstall()) {
    await aptInstall("ffmpeg", "set FFMPEG_PATH or BREATHROOM_NO_INSTALL=1");
    if (await works()) return;
  }
  giveUp("The tests of recordings need ffmpeg: run apt-get install ffmpeg as root, or set FFMPEG_PATH.");
}

async function works() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const folder = folders.find((each) => existsSync(path.join(each, "ffmpeg")));
  if (folder === undefined || !existsSync(path.join(folder, "ffprobe"))) return false;
  const { code } = await run(path.join(folder, "ffmpeg"), ["-version"], { quiet: true });
  return code === 0;
}
