import { runProgram } from "../../catalogue/preparing/ffmpeg";
import { findFfmpeg } from "../../platform/media/find-ffmpeg";
import { callPatienceMs, fault, fine, type Finding, type Site, warning } from "./finding";

const name = "Preparing recordings";

const brings =
  "Recordings then get a small picture for slow connections, a sound to listen to with the phone locked, their length and an even loudness; MOV and MKV files can be uploaded. What is there already is prepared by itself.";

/** Looks for ffmpeg, and whether it can write what browsers play. */
export async function checkPreparing({ settings }: Site): Promise<Finding[]> {
  const programs = await findFfmpeg(settings);
  if (!programs) {
    const { file } = settings.ffmpeg;
    const what = file === undefined ? "ffmpeg is not installed" : `FFMPEG_PATH: no ffmpeg and ffprobe at ${file}`;
    return [warning(name, `${what}: recordings are played as they were uploaded`, `Install it. ${brings}`, install)];
  }
  const call = { signal: AbortSignal.timeout(callPatienceMs), deadlineMs: callPatienceMs };
  const args = ["-hide_banner", "-encoders"];
  const { stdout } = await runProgram(programs, "ffmpeg", { ...call, args });
  const missing = ["libx264", "aac", "mjpeg"].filter((encoder) => !new RegExp(` ${encoder} `).test(stdout));
  if (missing.length === 0) return [fine(name, `by ${programs.ffmpeg}`)];
  const todo = "Install one that has them, such as that of the system, or name it in FFMPEG_PATH.";
  return [fault(name, `${programs.ffmpeg} lacks ${missing.join(", ")}`, todo, install)];
}

const install = "apt-get install ffmpeg";
