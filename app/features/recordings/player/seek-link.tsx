import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import type { Deck } from "./deck";

type SeekLinkProps = ComponentPropsWithoutRef<"a"> & { deck: Deck | null; second: number };

/** Plays on from a second; without scripting, by opening the page there. */
export function SeekLink({ deck, second, children, ...props }: SeekLinkProps) {
  const seek = (event: MouseEvent) => {
    if (!deck || opensElsewhere(event)) return;
    event.preventDefault();
    deck.playFrom(second);
  };
  return (
    <a href={second > 0 ? `?at=${second}` : "?from=start"} {...props} onClick={seek}>
      {children}
    </a>
  );
}

/** Returns whether a click on a link opens it in another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;
