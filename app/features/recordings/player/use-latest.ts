import { type RefObject, useEffect, useRef } from "react";

/** Returns a value as it was last rendered, for what is called later. */
export function useLatest<Value>(value: Value): RefObject<Value> & { current: Value } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
