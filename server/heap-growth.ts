import { getHeapStatistics, setFlagsFromString } from "node:v8";

/** In per cent of what a collection of the whole heap left. */
const growth = 120;
/** From this limit of the heap on V8 lets it grow by 300 per cent, below it by 30 to 100. */
const largeHeap = 2 * 1024 ** 3;

/**
 * Lets the heap grow less between two collections than V8 would on a machine with much memory. Where V8's limits are
 * closer, they stay.
 */
export function limitHeapGrowth(limit = getHeapStatistics().heap_size_limit, setFlags = setFlagsFromString): void {
  if (limit >= largeHeap) setFlags(`--heap-growing-percent=${growth}`);
}
