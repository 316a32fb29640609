import { knownTimeZone } from "../trpc/visitor";

/** Every zone that can be chosen, by its name: "Europe/London". */
export const timeZones: readonly string[] = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].sort();

/** Whether it names a zone; one that an older or newer list of them has counts, too. */
export const isTimeZone = (zone: string): boolean => knownTimeZone(zone) !== null;
