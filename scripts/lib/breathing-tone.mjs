import { fullness } from "./breath.mjs";

export const sampleRate = 24_000;

/** A root, its fifth and octaves, the higher the softer. */
const partials = [
  { ratio: 1, weight: 1 },
  { ratio: 1.5, weight: 0.45 },
  { ratio: 2, weight: 0.35 },
  { ratio: 3, weight: 0.12 },
  { ratio: 4, weight: 0.06 },
];
const loudest = 0.28;
const fadeSeconds = 3;

/** Returns a soft tone that swells with the breath: samples of 16 bits. */
export function synthesize({ tone, breath, durationSeconds }) {
  const samples = new Int16Array(durationSeconds * sampleRate);
  for (let index = 0; index < samples.length; index += 1) {
    const seconds = index / sampleRate;
    const edge = Math.min(1, seconds / fadeSeconds, (durationSeconds - seconds) / fadeSeconds);
    const swell = 0.25 + 0.75 * fullness(breath, seconds);
    const sum = partials.reduce(
      (all, { ratio, weight }) => all + weight * Math.sin(2 * Math.PI * tone * ratio * seconds),
      0,
    );
    samples[index] = Math.round(32_767 * loudest * edge * swell * sum);
  }
  return Buffer.from(samples.buffer);
}
