import type { recordings } from "@db/schema";
import { dayOf } from "../../../core/dates";
import type { RecordingForm } from "./form-schemas";

type Opening = Pick<typeof recordings.$inferSelect, "opensOn" | "opensAfterDays">;
type TypedOpening = Pick<RecordingForm, "isFree" | "opens" | "opensOn" | "opensAfterDays">;

/** Returns when a recording opens as its form says it; a free one is open. */
export function openingOf({ isFree, opens, opensOn, opensAfterDays }: TypedOpening): Opening {
  return {
    opensOn: !isFree && opens === "day" && opensOn ? opensOn : null,
    opensAfterDays: !isFree && opens === "days" ? Number(opensAfterDays) : null,
  };
}

/** Returns the values of the form's fields. */
export const typedOpening = ({ opensOn, opensAfterDays }: Opening) => ({
  opens: opensOn ? ("day" as const) : opensAfterDays ? ("days" as const) : ("now" as const),
  opensOn: opensOn ?? "",
  opensAfterDays: opensAfterDays === null ? "" : String(opensAfterDays),
});

/** Returns when a recording opens in words, such as "7 days after buying"; null for at once. */
export function openingInWords({ opensOn, opensAfterDays }: Opening): string | null {
  if (opensOn) return dayOf(new Date(`${opensOn}T12:00:00Z`), "UTC");
  if (opensAfterDays === null) return null;
  return `${opensAfterDays} ${opensAfterDays === 1 ? "day" : "days"} after buying`;
}
