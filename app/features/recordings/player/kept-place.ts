import { useCallback, useEffect, useRef } from "react";
import { createPositionSaver, measure } from "../position-saver";
import type { Deck } from "./deck";
import type { Interruption } from "./interruptions";
import { listen } from "./listen";

const saveEveryMs = 10_000;

/**
 * Saves the position every 10 s, at each pause and on leaving; takes over a newer one from another device. `hear` is
 * told what the site answers. Returns a function that saves it now, before another file is loaded.
 */
export function useKeptPlace(
  deck: Deck | null,
  recordingId: string,
  hear: (answer: Interruption | null) => void,
): () => void {
  const saveNow = useRef(() => {});
  useEffect(() => {
    if (!deck) return;
    const { element } = deck;
    const saver = createPositionSaver(recordingId, hear);
    // The next recording may have begun before its page is there.
    const isHere = () => deck.address().includes(recordingId);
    const save = () => void (isHere() && saver.save(measure(element)));
    saveNow.current = save;
    const leave = () => void (isHere() && saver.saveAndLeave(measure(element)));
    const catchUp = async () => {
      if (!element.paused) return;
      const place = await saver.newerPlace();
      if (place !== null && element.paused) element.currentTime = place;
    };
    const look = () => void (document.visibilityState === "hidden" ? leave() : catchUp());
    const timer = window.setInterval(() => !element.paused && save(), saveEveryMs);
    const endings = [
      listen(element, "pause ended", save),
      listen(document, "visibilitychange", look),
      listen(window, "pagehide", leave),
    ];
    return () => {
      window.clearInterval(timer);
      for (const end of endings) end();
      leave();
    };
  }, [deck, recordingId, hear]);
  return useCallback(() => saveNow.current(), []);
}
