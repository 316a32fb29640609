/**
 * Returns a function that makes something once for each key and keeps what was asked for last, as many as `count`.
 * Callers at the same moment share one promise; what failed is not kept. The value is shared: never change it.
 */
export function shareLatest<Value>(count: number): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (key, make) => {
    const value = kept.get(key) ?? make();
    // A Map lists its keys in the order of their insertion.
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > count && oldest !== undefined) kept.delete(oldest);
    value.catch(() => kept.get(key) === value && kept.delete(key));
    return value;
  };
}
