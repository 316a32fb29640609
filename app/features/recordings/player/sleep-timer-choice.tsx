import { useEffect, useState } from "react";
import type { Deck } from "./deck";
import { PlayerSelect } from "./player-select";
import { endOf, isSleepChoice, type SleepChoice, sleepChoices, volumeBefore } from "./sleep-timer";

const lookEveryMs = 500;

type RunningTimer = { choice: SleepChoice; endsAt: number | null };
export type SleepTimer = { choice: SleepChoice | null; choose: (choice: SleepChoice | null) => void };

/** Ends the sound after a while: it fades out and pauses. One "at the end" keeps the next recording from beginning. */
export function useSleepTimer(deck: Deck | null): SleepTimer {
  const [timer, setTimer] = useState<RunningTimer | null>(null);
  useEffect(() => {
    if (!deck || !timer) return;
    const { element } = deck;
    // The member's own volume when the fading begins; until then it is theirs to change.
    let volume: number | null = null;
    const { endsAt } = timer;
    const end = () => {
      element.pause();
      setTimer(null);
    };
    const look = () => {
      const leftMs = (endsAt ?? Infinity) - performance.now();
      const share = volumeBefore(leftMs);
      if (leftMs < 0) return end();
      if (share === 1) return;
      volume ??= element.volume;
      element.volume = volume * share;
    };
    const interval = window.setInterval(look, lookEveryMs);
    if (endsAt === null) element.addEventListener("ended", end);
    return () => {
      window.clearInterval(interval);
      element.removeEventListener("ended", end);
      if (volume !== null) element.volume = volume;
    };
  }, [deck, timer]);
  return {
    choice: timer?.choice ?? null,
    choose: (choice) => setTimer(choice && { choice, endsAt: endOf(choice, performance.now()) }),
  };
}

export function SleepTimerChoice({ timer: { choice, choose } }: { timer: SleepTimer }) {
  return (
    <PlayerSelect
      label="Sleep timer"
      value={choice ?? ""}
      isOff={false}
      options={[{ value: "", label: "Off" }, ...sleepChoices]}
      onChoose={(value) => choose(isSleepChoice(value) ? value : null)}
    />
  );
}
