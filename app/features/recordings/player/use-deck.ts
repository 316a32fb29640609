import { useEffect, useState } from "react";
import type { Deck } from "./deck";
import { listen } from "./listen";
import { useLatest } from "./use-latest";

/**
 * Returns something of a deck, such as its second or chapter, and renders again when that changes. `initial` is what it
 * is before the script is there.
 */
export function useDeck<Value>(deck: Deck | null, initial: Value, read: (deck: Deck) => Value): Value {
  const [value, setValue] = useState(initial);
  const latest = useLatest(read);
  useEffect(() => {
    if (!deck) return;
    const note = () => setValue(latest.current(deck));
    note();
    return listen(deck.element, "timeupdate seeking loadedmetadata play pause ended emptied", note);
  }, [deck, latest]);
  return value;
}
