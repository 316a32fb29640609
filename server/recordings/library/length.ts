/** "12:30" is 750 seconds, "1:02:30" is 3750; null for nothing. */
export const secondsOf = (length: string | undefined): number | null =>
  length ? length.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0) : null;

/** "12:30"; an empty string where nobody has said how long it is. */
export function lengthOf(seconds: number | null): string {
  if (seconds === null) return "";
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
