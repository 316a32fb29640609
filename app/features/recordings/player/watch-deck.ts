import type { Deck } from "./deck";
import type { Interruption } from "./interruptions";
import { listen } from "./listen";
import { createRecovery } from "./recovery";
import { createStallWatch } from "./stall-watch";

/** What is said below the player: it is `slow` once it has gone on with the small picture. */
export type Trouble = "slow" | "waiting" | Interruption;

type Reactions = {
  show: (trouble: Trouble | null) => void;
  /** Goes on with the small picture; returns false if there is none, or none smaller. */
  goSmaller: () => boolean;
};

const lookEveryMs = 250;
/** A download that brings nothing for so long is begun again. */
const deadAfterMs = 10_000;

/** Watches for stalls and errors, says so, and goes on at the same second as soon as that is possible. */
export function watchDeck(deck: Deck, { show, goSmaller }: Reactions) {
  const { element } = deck;
  const stalls = createStallWatch();
  let isStalled = false;
  const recovery = createRecovery(deck, (interruption) => {
    if (interruption === null) begin();
    show(interruption);
  });
  const download = { at: 0, end: 0 };

  const begin = () => {
    isStalled = false;
    stalls.reset();
  };
  const stall = (now: number) => {
    Object.assign(download, { at: now, end: bufferedEnd(element) });
    if (goSmaller()) {
      begin();
      show("slow");
    } else if (navigator.onLine) show("waiting");
    else recovery.interrupt("lost");
  };
  const lookAtDownload = (now: number) => {
    const end = bufferedEnd(element);
    const isDead = end <= download.end && now - download.at >= deadAfterMs;
    if (end > download.end || isDead) Object.assign(download, { at: now, end });
    if (isDead) recovery.renew(() => isStalled);
  };
  const look = () => {
    const now = performance.now();
    const isAsked = !element.paused && !element.ended && !element.error;
    const wasStalled = isStalled;
    isStalled = stalls.isStalled({ now, second: element.currentTime, isAsked });
    const interruption = recovery.interruption();
    const isPlayingAgain = wasStalled && !isStalled && (!interruption || (interruption === "lost" && isAsked));
    if (isPlayingAgain) recovery.end();
    else if (isStalled && !interruption) (wasStalled ? lookAtDownload : stall)(now);
  };
  const onReturn = () => document.visibilityState === "visible" && recovery.check();

  const timer = window.setInterval(look, lookEveryMs);
  const endings = [
    listen(element, "error", recovery.repair),
    listen(window, "online", onReturn),
    listen(document, "visibilitychange", onReturn),
  ];
  // It may have failed before the script was there.
  if (element.error) recovery.repair();
  return {
    check: recovery.check,
    stop() {
      recovery.stop();
      window.clearInterval(timer);
      for (const end of endings) end();
    },
  };
}

const bufferedEnd = ({ buffered }: HTMLMediaElement): number =>
  buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
