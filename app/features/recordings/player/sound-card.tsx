import type { ComponentProps, ReactNode } from "react";
import type { Player, RecordingPage } from "@server/selling/recordings/schemas";
import { clockTime } from "~/lib/clock-time";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Picture } from "~/ui/picture";
import { type Deck, play } from "./deck";
import { indexAt } from "./indexes";
import { type SleepTimer, SleepTimerChoice } from "./sleep-timer-choice";
import { PlayerSelect } from "./player-select";
import { speeds, useSpeed } from "./speed";
import { useDeck } from "./use-deck";

type SoundCardProps = {
  recording: RecordingPage;
  player: Player;
  deck: Deck | null;
  sleepTimer: SleepTimer;
  children: ReactNode;
};

/** Renders what is seen of a recording that is heard: its picture, title and time. `children` is its `<audio>`. */
export function SoundCard({ recording, player, deck, sleepTimer, children }: SoundCardProps) {
  const { image, title, series } = recording;
  return (
    <section
      className="grid items-center gap-x-9 gap-y-6 rounded-paper border border-line bg-surface p-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:p-7"
      aria-label="Listen"
    >
      <Picture
        className="aspect-16/9 w-full rounded-paper object-cover md:aspect-square"
        src={image}
        sizes="(min-width: 48rem) 26rem, 100vw"
        width="800"
        height="450"
      />
      <div className="grid gap-4">
        <div>
          <p className="eyebrow text-body">{series.title}</p>
          <p className="font-display text-title">{title}</p>
        </div>
        <Time player={player} deck={deck} />
        <SoundButtons deck={deck} />
        {children}
        <div className="flex flex-wrap gap-x-5 gap-y-3 [@media(scripting:none)]:hidden">
          <SleepTimerChoice timer={sleepTimer} />
          <SpeedChoice deck={deck} />
        </div>
      </div>
    </section>
  );
}

function Time({ player, deck }: Pick<SoundCardProps, "player" | "deck">) {
  const { startSeconds, durationSeconds, chapters } = player;
  const second = useDeck(deck, startSeconds, ({ place }) => Math.floor(place()));
  const starts = chapters.map(({ seconds }) => seconds);
  const chapter = chapters[indexAt(starts, second)];
  return (
    <div className="[@media(scripting:none)]:hidden">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="sr-only">Time: </span>
        <span className="font-display text-[min(5.5rem,20vw)] leading-none font-light tracking-tight tabular-nums">
          {clockTime(second)}
        </span>
        {durationSeconds !== null && <span className="text-lede text-ink-soft">of {clockTime(durationSeconds)}</span>}
      </p>
      {chapter && <p className="mt-2 text-ink-soft">{chapter.title}</p>}
    </div>
  );
}

function SoundButtons({ deck }: { deck: Deck | null }) {
  const isPlaying = useDeck(deck, false, ({ element }) => !element.paused);
  const toggle = () => deck && (isPlaying ? deck.element.pause() : play(deck.element));
  return (
    <div className="flex flex-wrap gap-3 [@media(scripting:none)]:hidden">
      <SoundButton kind="quiet" disabled={!deck} onClick={() => deck?.moveBy(-15)}>
        −15 s
      </SoundButton>
      <SoundButton disabled={!deck} aria-label={isPlaying ? "Pause" : "Play"} onClick={toggle}>
        <Icon name={isPlaying ? "pause" : "play"} className={isPlaying ? "" : "fill-current"} />
      </SoundButton>
      <SoundButton kind="quiet" disabled={!deck} onClick={() => deck?.moveBy(15)}>
        +15 s
      </SoundButton>
    </div>
  );
}

const SoundButton = (props: ComponentProps<typeof Button>) => (
  <Button {...props} className="min-h-16 min-w-16" type="button" />
);

function SpeedChoice({ deck }: { deck: Deck | null }) {
  const [speed, setSpeed] = useSpeed(deck);
  const choices = speeds.includes(speed) ? speeds : [...speeds, speed].toSorted((a, b) => a - b);
  return (
    <PlayerSelect
      label="Speed"
      value={String(speed)}
      isOff={!deck}
      options={choices.map((choice) => ({ value: String(choice), label: `${choice}×` }))}
      onChoose={(value) => setSpeed(Number(value))}
    />
  );
}
