import { useEffect, useState } from "react";
import type { Deck } from "./deck";
import { listen } from "./listen";

const key = "playback_speed";

export const speeds = [0.75, 1, 1.25, 1.5, 2];

const isUsual = (speed: number): boolean => speed >= 0.5 && speed <= 3;

/** Returns a speed that was stored; 1 for anything else. */
export function readSpeed(text: string | null): number {
  const speed = Number(text);
  return isUsual(speed) ? speed : 1;
}

/** Plays at the speed that this device remembers, whichever control has set it. */
export function useSpeed(deck: Deck | null): [number, (speed: number) => void] {
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (!deck) return;
    const { element } = deck;
    const note = () => {
      setSpeed(element.playbackRate);
      // Another file begins at the default speed.
      element.defaultPlaybackRate = element.playbackRate;
      if (isUsual(element.playbackRate)) store(String(element.playbackRate));
    };
    element.playbackRate = readSpeed(stored());
    note();
    return listen(element, "ratechange", note);
  }, [deck]);
  return [speed, (next) => deck && Object.assign(deck.element, { playbackRate: next })];
}

// Browsers may refuse access to storage.
function stored(): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(speed: string): void {
  try {
    window.localStorage.setItem(key, speed);
  } catch {
    return;
  }
}
