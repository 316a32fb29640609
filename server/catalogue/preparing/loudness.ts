import { z } from "zod";

/** The loudness in LUFS, the highest peak in dB, the range in LU, and below what sound was not counted. */
export type Loudness = { integrated: number; truePeak: number; range: number; threshold: number };

/** As loud as speech elsewhere on phones, in LUFS. */
const targetLoudness = -16;
const tolerance = 2;
/** Quieter than this is silence, which nothing makes louder. */
const silence = -60;
const highestPeak = -1.5;

/** The filter of the first pass. It measures what `loudnorm` does, in a fifth of its time. */
export const measuringFilter = "ebur128=peak=true:framelog=verbose";

const summary =
  /Integrated loudness:\s+I:\s+(\S+) LUFS\s+Threshold:\s+(\S+) LUFS\s+Loudness range:\s+LRA:\s+(\S+) LU\b[^]*?True peak:\s+Peak:\s+(\S+) dBFS/;
const decibels = z.coerce.number();
const measured = z.tuple([decibels, decibels, decibels, decibels]);

/** Reads the summary at the end of a first pass; null for silence. */
export function readLoudness(stderr: string): Loudness | null {
  const parsed = measured.safeParse(summary.exec(stderr)?.slice(1));
  if (!parsed.success) return null;
  const [integrated, threshold, range, truePeak] = parsed.data;
  return integrated < silence ? null : { integrated, truePeak, range, threshold };
}

export const isOff = (loudness: Loudness | null): loudness is Loudness =>
  loudness !== null && Math.abs(loudness.integrated - targetLoudness) > tolerance;

/**
 * Returns the filter of the second pass. Wherever peaks allow it, all of the sound is made louder or quieter by the same
 * amount, so that quiet parts stay quiet.
 */
export function levellingFilter({ integrated, truePeak, range, threshold }: Loudness): string {
  const within = (value: number, [least, most]: [number, number]) => Math.max(least, Math.min(most, value));
  // The filter takes 0 for "not measured".
  const knownRange = within(range, [0.1, 50]);
  const first = [
    `measured_I=${within(integrated, [-99, 0])}`,
    `measured_TP=${within(truePeak, [-99, 99])}`,
    `measured_LRA=${knownRange}`,
    `measured_thresh=${within(threshold, [-99, 0])}`,
  ].join(":");
  const keptRange = Math.max(11, Math.ceil(knownRange));
  return `loudnorm=I=${targetLoudness}:TP=${highestPeak}:LRA=${keptRange}:${first}:linear=true`;
}
