type BoundedStore<Item> = {
  get(key: string): Item | undefined;
  set(key: string, kept: Item): void;
};

/** Keeps what was asked for last, as much as fits into `maxBytes`. */
export function createBoundedStore<Item>(maxBytes: number, bytesOf: (kept: Item) => number): BoundedStore<Item> {
  const all = new Map<string, Item>();
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
