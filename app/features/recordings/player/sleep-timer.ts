/** In milliseconds. */
const fadeMs = 20_000;

/** The last minutes before sound ends, or its end. */
export type SleepChoice = "5" | "15" | "30" | "end";

export const sleepChoices: { value: SleepChoice; label: string }[] = [
  { value: "5", label: "In 5 minutes" },
  { value: "15", label: "In 15 minutes" },
  { value: "30", label: "In 30 minutes" },
  { value: "end", label: "At the end" },
];

export const isSleepChoice = (text: string): text is SleepChoice => sleepChoices.some(({ value }) => value === text);

/** Returns the share of the volume, from 1 to 0, so long before the end: it fades over the last 20 seconds. */
export const volumeBefore = (leftMs: number): number => Math.min(1, Math.max(0, leftMs / fadeMs));

/** Returns when a timer that is set now ends; null for one that waits for the end of the recording. */
export const endOf = (choice: SleepChoice, now: number): number | null =>
  choice === "end" ? null : now + Number(choice) * 60_000;
