import { recordingCaptions } from "@db/schema";
import { spokenText, writeWebVtt } from "@server/platform/media/cues";
import { aFile } from "./media";

type Line = [start: number, text: string];

/** Stores captions of a recording; each is shown until the next one. */
export async function captionsFor(
  services: Parameters<typeof aFile>[0],
  recordingId: string,
  lines: Line[],
  { language = "en", isRead = true } = {},
) {
  const cues = lines.map(([start, text], index) => ({ start, end: lines[index + 1]?.[0] ?? start + 10, text }));
  const { id: fileId } = await aFile(services, "captions", writeWebVtt(cues));
  const spoken = isRead ? spokenText(cues) : null;
  await services.db.insert(recordingCaptions).values({ recordingId, language, fileId, spoken });
}
