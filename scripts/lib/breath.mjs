/** How long the breaths of a recording last, in seconds. @typedef {{ in: number, out: number }} Breath */

/** @param {Breath} breath */
export const cycleOf = (breath) => breath.in + breath.out;

/**
 * Returns how full the breath is, from 0 to 1: slow at both ends, as breathing is.
 * @param {Breath} breath
 * @param {number} seconds
 */
export function fullness(breath, seconds) {
  const at = seconds % cycleOf(breath);
  const part = at < breath.in ? at / breath.in : 1 - (at - breath.in) / breath.out;
  return (1 - Math.cos(Math.PI * part)) / 2;
}
