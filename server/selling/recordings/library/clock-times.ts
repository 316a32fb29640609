/** "12:30" or "1:02:30". */
export const clockTime = /^(\d{1,2}:[0-5]\d|\d{1,3}):[0-5]\d$/;

/** Returns the seconds of a typed time such as "12:30"; null for none. */
export const secondsOf = (typed: string | undefined): number | null =>
  typed ? typed.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0) : null;

/** Returns seconds as they are typed: "12:30", "1:02:30"; an empty text for none. */
export function typedSeconds(seconds: number | null): string {
  if (seconds === null) return "";
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
