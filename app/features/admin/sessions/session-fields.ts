import type { SessionField } from "@server/office/managing/session-values";

/** A warning only: a past session may be entered for the records. */
const startsInPast = "It starts in the past, so it’s listed under past sessions and can’t be booked.";

const withoutLink = "This online session has no joining link yet. Add it before the session starts.";

/** Returns the note to a saved session: it begins in the past, or has no joining link. */
export function savedNote(
  { locationType, zoomLink }: { locationType: "online" | "onsite"; zoomLink: string | null },
  isPast: boolean,
): string | undefined {
  if (isPast) return startsInPast;
  return locationType === "online" && !zoomLink ? withoutLink : undefined;
}

const words: Record<string, string> = {
  on: "Yes",
  online: "Online",
  onsite: "On-site",
  one: "One price",
  early: "A lower price early on",
  rates: "Rates",
  between: "Any amount between two",
};

export function sessionFieldText(field: SessionField, value: unknown): string {
  const text = typeof value === "string" ? value.trim().replaceAll("\r\n", "\n") : "";
  if (field === "startsAt") return text.slice(0, 16).replace("T", " ");
  if (field.startsWith("is")) return text ? "Yes" : "No";
  return words[text] ?? text;
}
