import { useCallback, useEffect, useRef, useState } from "react";
import type { Deck } from "./deck";
import type { Interruption } from "./interruptions";
import { useLatest } from "./use-latest";
import { type Trouble, watchDeck } from "./watch-deck";

/**
 * Returns what hinders the player, and a function for what the site answers when a position is saved. `goSmaller` goes
 * on with the small picture if there is one.
 */
export function useTroubles(deck: Deck | null, recordingId: string, goSmaller: () => boolean) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const latest = useLatest(goSmaller);
  const watch = useRef<ReturnType<typeof watchDeck> | null>(null);
  useEffect(() => {
    if (!deck) return;
    watch.current = watchDeck(deck, { show: setTrouble, goSmaller: () => latest.current() });
    return () => {
      watch.current?.stop();
      watch.current = null;
      setTrouble(null);
    };
  }, [deck, recordingId, latest]);
  const tryAgain = useCallback(() => watch.current?.check(), []);
  const hear = useCallback(
    (answer: Interruption | null) => {
      setTrouble((shown) => answer ?? (shown === "signed-out" || shown === "closed" ? null : shown));
      if (answer === null) tryAgain();
    },
    [tryAgain],
  );
  return { trouble, hear, tryAgain, clear: () => setTrouble(null) };
}
