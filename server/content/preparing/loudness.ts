import { z } from "zod";

/** What a first pass has measured, in the words of ffmpeg's filter `loudnorm`. */
export type Loudness = { integrated: number; truePeak: number; range: number; threshold: number; offset: number };

/** As loud as speech elsewhere on phones, in LUFS. */
export const targetLoudness = -16;
const tolerance = 2;
/** Quieter than this is silence, which nothing makes louder. */
const silence = -60;
const truePeak = -1.5;

const numberInText = z.string().transform(Number).pipe(z.number());
const report = z.object({
  input_i: numberInText,
  input_tp: numberInText,
  input_lra: numberInText,
  input_thresh: numberInText,
  target_offset: numberInText,
});

/** Reads the report at the end of a first pass; null for silence. */
export function readLoudness(stderr: string): Loudness | null {
  const text = /\{[^{}]*"input_i"[^{}]*\}/.exec(stderr)?.[0];
  const parsed = report.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!parsed.success || parsed.data.input_i < silence) return null;
  const { input_i, input_tp, input_lra, input_thresh, target_offset } = parsed.data;
  return {
    integrated: input_i,
    truePeak: input_tp,
    range: input_lra,
    threshold: input_thresh,
    offset: target_offset,
  };
}

export const isOff = (loudness: Loudness | null): loudness is Loudness =>
  loudness !== null && Math.abs(loudness.integrated - targetLoudness) > tolerance;

/** The filter of the first pass. */
export const measuringFilter = `loudnorm=I=${targetLoudness}:TP=${truePeak}:LRA=11:print_format=json`;

/** Returns the filter of the second pass. The range is kept, so that quiet parts stay quiet wherever peaks allow it. */
export function levellingFilter({ integrated, truePeak: peak, range, threshold, offset }: Loudness): string {
  const measured = [
    `measured_I=${integrated}`,
    `measured_TP=${peak}`,
    `measured_LRA=${range}`,
    `measured_thresh=${threshold}`,
    `offset=${offset}`,
  ].join(":");
  const keptRange = Math.min(50, Math.max(11, Math.ceil(range)));
  return `loudnorm=I=${targetLoudness}:TP=${truePeak}:LRA=${keptRange}:${measured}:linear=true`;
}
