import type { MySession } from "../bookings/schemas";
import type { MyRecording } from "../recordings/schemas";

/** What a member's dashboard shows. */
export type Home = {
  upcoming: MySession[];
  /** The zone or zones of their times; null when there are none. */
  zoneNote: string | null;
  past: MySession[];
  recordings: MyRecording[];
};
