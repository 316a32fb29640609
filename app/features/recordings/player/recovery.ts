import type { Deck } from "./deck";
import { askWhy, type Interruption, retryAfter } from "./interruptions";

/** A file that fails again so near to the last time is broken. */
const nearSeconds = 5;
const mostRepairs = 2;

/** Finds out why a player has stopped, says so by `show`, and goes on at the same second once it may. */
export function createRecovery(deck: Deck, show: (interruption: Interruption | null) => void) {
  let interruption: Interruption | null = null;
  let attempts = 0;
  let retry: number | undefined;
  let isOver = false;
  const repair = { second: -Infinity, count: 0 };

  const goOn = () => {
    interruption = null;
    attempts = 0;
    show(null);
    deck.load(deck.address(), deck.place(), deck.isToPlay());
  };
  const interrupt = (why: Interruption) => {
    interruption = why;
    show(why);
    window.clearTimeout(retry);
    if (why === "lost") retry = window.setTimeout(() => void check(), retryAfter(attempts++));
  };
  /** Asks the site, and does what its answer means unless something has changed meanwhile. */
  const ask = async (isStillDue: () => boolean, act: () => void) => {
    const why = await askWhy(deck.address());
    if (isOver || !isStillDue()) return;
    if (why) interrupt(why);
    else act();
  };
  const check = () => ask(() => interruption !== null, goOn);
  const repairOnce = () => {
    if (Math.abs(deck.place() - repair.second) > nearSeconds) repair.count = 0;
    repair.second = deck.place();
    repair.count += 1;
    if (repair.count > mostRepairs) interrupt("broken");
    else goOn();
  };
  return {
    interruption: () => interruption,
    interrupt,
    /** Goes on after an error. */
    repair: () => void ask(() => true, repairOnce),
    /** Begins a download again that brings nothing any more. */
    renew: (isStillDue: () => boolean) => void ask(isStillDue, goOn),
    check: () => void (interruption && check()),
    /** It plays again by itself. */
    end() {
      interruption = null;
      window.clearTimeout(retry);
      show(null);
    },
    stop() {
      isOver = true;
      window.clearTimeout(retry);
    },
  };
}
