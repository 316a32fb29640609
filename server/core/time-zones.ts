/** The zone by its usual name; null for what is none. */
export function knownTimeZone(zone: string | undefined): string | null {
  if (!zone || !/^[A-Za-z0-9_+/-]{1,64}$/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Every zone that can be chosen, by its name: "Europe/London". */
export const timeZones: readonly string[] = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();

/** Whether it names a zone; one that an older or newer list of them has counts, too. */
export const isTimeZone = (zone: string): boolean => knownTimeZone(zone) !== null;
