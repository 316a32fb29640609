import { useState } from "react";
import type { Player, RecordingPage } from "@server/selling/recordings/schemas";
import { clockTime } from "~/lib/clock-time";
import { buttonStyle } from "~/ui/button";
import type { Deck } from "./deck";
import { SeekLink } from "./seek-link";
import { useDeck } from "./use-deck";

type ContinueRowProps = { recording: RecordingPage; player: Player; deck: Deck | null };

/** Offers to go on where the member has stopped, while the player stands there, and to start again. */
export function ContinueRow({ recording: { progress }, player, deck }: ContinueRowProps) {
  const [start] = useState(player.startSeconds);
  const isThere = useDeck(deck, true, ({ place, element }) => element.paused && Math.abs(place() - start) < 1);
  if (start === 0) {
    return progress?.isFinished ? <p className="text-ink-soft">You’ve finished this recording.</p> : null;
  }
  return (
    <p className="flex flex-wrap gap-3">
      {isThere && (
        <SeekLink className={buttonStyle()} deck={deck} second={start}>
          Continue at {clockTime(start)}
        </SeekLink>
      )}
      <SeekLink className={buttonStyle({ kind: "quiet" })} deck={deck} second={0}>
        Start again
      </SeekLink>
    </p>
  );
}
