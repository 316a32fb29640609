import { recordings, recordingVersions } from "@db/schema";
import { getTableColumns, sql } from "drizzle-orm";

const ofChosenSecond = sql`(select ${recordingVersions.fileId} from ${recordingVersions}
  where ${recordingVersions.recordingId} = ${recordings.id} and ${recordingVersions.name} = 'poster')`;

/**
 * The file of a recording's picture: the uploaded one, else that of the second which the instructor has chosen. Null
 * where the drawing of its series stands for it: any other picture of a video would be worse.
 */
export const pictureId = sql<string | null>`coalesce(${recordings.posterId},
  case when ${recordings.posterSecond} is not null then ${ofChosenSecond} end)`;

/** What a list or a page reads of a recording. */
export const recordingColumns = { ...getTableColumns(recordings), pictureId };
