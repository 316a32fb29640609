type BoundedStore<Kept> = {
  get(key: string): Kept | undefined;
  set(key: string, kept: Kept): void;
};

/** Keeps what was asked for last, as much as fits into `maxBytes`. */
export function createBoundedStore<Kept>(maxBytes: number, bytesOf: (kept: Kept) => number): BoundedStore<Kept> {
  const all = new Map<string, Kept>();
  let bytes = 0;
  const remove = (key: string) => {
    const kept = all.get(key);
    if (kept !== undefined) bytes -= bytesOf(kept);
    all.delete(key);
  };
  return {
    get(key) {
      const kept = all.get(key);
      if (kept === undefined) return undefined;
      // A Map lists its keys in the order of their insertion.
      all.delete(key);
      all.set(key, kept);
      return kept;
    },
    set(key, kept) {
      remove(key);
      if (bytesOf(kept) > maxBytes / 8) return;
      all.set(key, kept);
      bytes += bytesOf(kept);
      for (const oldest of all.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
  };
}
