import { useRef, type ReactNode } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { SheetSkeleton } from "./sheet";

type SessionCardsProps = {
  label: string;
  isLoading: boolean;
  cards: ReactNode[];
  empty: ReactNode;
};

export function SessionCards({ label, isLoading, cards, empty }: SessionCardsProps) {
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section, cards);
  return (
    <section ref={section} className="outline-none" aria-label={label} tabIndex={-1}>
      {isLoading ? <SessionCardsSkeleton /> : cards.length > 0 ? <ul className={grid}>{cards}</ul> : empty}
    </section>
  );
}

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-5 md:gap-x-6 md:gap-y-8";

export const SessionCardsSkeleton = () => (
  <ul className={grid} aria-label="Loading" aria-busy="true">
    {[1, 2, 3].map((nth) => (
      <SheetSkeleton key={nth} />
    ))}
  </ul>
);
