/** How long something is: as people read it, and as ISO 8601 has it for search engines. */
export type Duration = { text: string; iso: string };

/** Returns a measured duration, of which people read whole minutes; null while it is unknown. */
export function durationOf(seconds: number | null): Duration | null {
  return seconds === null ? null : { text: inMinutes(seconds), iso: isoOf(seconds) };
}

function inMinutes(seconds: number): string {
  const total = Math.max(1, Math.round(seconds / 60));
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  return [hours > 0 && `${hours} h`, (minutes > 0 || hours === 0) && `${minutes} min`].filter(Boolean).join(" ");
}

function isoOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const parts = [hours > 0 && `${hours}H`, minutes > 0 && `${minutes}M`, (rest > 0 || seconds === 0) && `${rest}S`];
  return `PT${parts.filter(Boolean).join("")}`;
}

type MeasuredRecording = { durationSeconds: number | null };

/** Returns how long recordings are together; null while one of them is unknown. */
function sumOf(recordings: readonly MeasuredRecording[]): number | null {
  const known = recordings.flatMap(({ durationSeconds }) => durationSeconds ?? []);
  return known.length === recordings.length && known.length > 0 ? known.reduce((sum, next) => sum + next) : null;
}

/** What a series consists of, such as "8 recordings, 2 h 14 min"; `iso` is null while a duration is unknown. */
export type SeriesLength = { text: string; iso: string | null };

export function seriesLength(recordings: readonly MeasuredRecording[]): SeriesLength {
  const { length } = recordings;
  const duration = durationOf(sumOf(recordings));
  const count = length === 1 ? "1 recording" : `${length} recordings`;
  return { text: duration ? `${count}, ${duration.text}` : count, iso: duration?.iso ?? null };
}
