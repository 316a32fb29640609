import type { ComponentPropsWithoutRef, MouseEvent } from "react";
import type { Deck } from "./deck";

type SeekLinkProps = ComponentPropsWithoutRef<"a"> & {
  deck: Deck | null;
  second: number;
  /** Of the transcript, if it is not the first one. */
  language?: string | undefined;
};

/** Plays on from a second; without scripting, by opening the page there. */
export function SeekLink({ deck, second, language, children, ...props }: SeekLinkProps) {
  const seek = (event: MouseEvent) => {
    if (!deck || opensElsewhere(event)) return;
    event.preventDefault();
    deck.playFrom(second);
  };
  const place = second > 0 ? `?at=${second}` : "?from=start";
  return (
    <a href={language ? `${place}&language=${language}` : place} {...props} onClick={seek}>
      {children}
    </a>
  );
}

/** Returns whether a click on a link opens it in another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey || altKey;
