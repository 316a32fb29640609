import { expect, test, vi } from "vitest";
import { limitHeapGrowth } from "@server/heap-growth";

const gb = 1024 ** 3;

test("limits the growth of a heap only where V8 would let it grow more", () => {
  const setFlags = vi.fn();
  limitHeapGrowth(1.5 * gb, setFlags);
  expect(setFlags).not.toHaveBeenCalled();
  limitHeapGrowth(4 * gb, setFlags);
  expect(setFlags).toHaveBeenCalledExactlyOnceWith("--heap-growing-percent=120");
});
