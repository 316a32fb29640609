import { memo, type RefObject, useEffect, useRef } from "react";
import type { Player, Transcript } from "@server/selling/recordings/schemas";
import { clockTime } from "~/lib/clock-time";
import { HeadedSection } from "~/ui/headed-section";
import { partLink, partTime } from "./chapter-list";
import { ChoiceLinks } from "./choice-links";
import type { Deck } from "./deck";
import { indexAt } from "./indexes";
import { SeekLink } from "./seek-link";
import { useDeck } from "./use-deck";

type TranscriptPanelProps = { transcript: Transcript; player: Player; deck: Deck | null };

/** Renders what is said. It is open from the start, so that the browser's own search finds it. */
export function TranscriptPanel({ transcript, player, deck }: TranscriptPanelProps) {
  const { language, cues } = transcript;
  const starts = cues.map(({ start }) => start);
  const current = useDeck(deck, indexAt(starts, player.startSeconds), ({ place }) => indexAt(starts, place()));
  const asked = language === player.captions[0]?.language ? undefined : language;
  const list = useRef<HTMLOListElement>(null);
  useFollowed(list, current);
  return (
    <HeadedSection heading="Transcript">
      {player.captions.length > 1 && (
        <ChoiceLinks
          label="Language of the transcript"
          choices={player.captions.map((track) => ({
            label: track.label,
            lang: track.language,
            to: `?language=${track.language}`,
            isCurrent: track.language === language,
          }))}
        />
      )}
      <ol
        ref={list}
        className="relative -mx-2.5 grid max-h-128 content-start overflow-y-auto overscroll-contain"
        lang={language}
      >
        {cues.map((cue, index) => (
          <CueItem
            key={index}
            language={asked}
            second={cue.start}
            text={cue.text}
            deck={deck}
            isCurrent={index === current}
          />
        ))}
      </ol>
    </HeadedSection>
  );
}

type CueItemProps = {
  language: string | undefined;
  second: number;
  text: string;
  deck: Deck | null;
  isCurrent: boolean;
};

/** Rendered again only when it is reached or left: a transcript may have thousands. */
const CueItem = memo(function CueItem({ language, second, text, deck, isCurrent }: CueItemProps) {
  return (
    <li>
      <SeekLink
        className={partLink}
        deck={deck}
        second={second}
        language={language}
        aria-current={isCurrent || undefined}
      >
        <span className={partTime}>{clockTime(second)}</span> <span>{text}</span>
      </SeekLink>
    </li>
  );
});

/** Scrolls the list, and never the page, to what is said, unless the reader is in it. */
function useFollowed(list: RefObject<HTMLOListElement>, current: number): void {
  useEffect(() => {
    const box = list.current;
    const item = box?.children[current];
    if (!box || !(item instanceof HTMLElement) || box.matches(":hover, :focus-within")) return;
    box.scrollTop = item.offsetTop - box.clientHeight / 3;
  }, [list, current]);
}
