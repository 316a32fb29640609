import type { Player } from "@server/selling/recordings/schemas";
import { clockTime } from "~/lib/clock-time";
import { HeadedSection } from "~/ui/headed-section";
import type { Deck } from "./deck";
import { indexAt } from "./indexes";
import { SeekLink } from "./seek-link";
import { useDeck } from "./use-deck";

type ChapterListProps = { player: Player; deck: Deck | null };

export const partLink =
  "grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-2 rounded-paper px-2.5 py-2 leading-[1.45] " +
  "no-underline hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-chosen";

export const partTime = "text-small text-accent tabular-nums";

export function ChapterList({ player: { chapters, startSeconds }, deck }: ChapterListProps) {
  const starts = chapters.map(({ seconds }) => seconds);
  const current = useDeck(deck, indexAt(starts, startSeconds), ({ place }) => indexAt(starts, place()));
  return (
    <HeadedSection heading="Chapters">
      <ol className="-mx-2.5 grid">
        {chapters.map(({ seconds, title }, index) => (
          <li key={seconds}>
            <SeekLink className={partLink} deck={deck} second={seconds} aria-current={index === current || undefined}>
              <span className={partTime}>{clockTime(seconds)}</span>{" "}
              <span className={index === current ? "font-semibold" : ""}>{title}</span>
            </SeekLink>
          </li>
        ))}
      </ol>
    </HeadedSection>
  );
}
