import { useRef, type ReactNode } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { Masthead } from "~/ui/masthead";
import { Lede } from "~/ui/text";
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

export function ScheduleHead() {
  return (
    <Masthead>
      <div className="wrap relative pt-12 pb-11 md:pt-13 md:pb-14">
        <h1 className="text-display">
          Live <em>Sessions</em>
        </h1>
        <div className="mt-7 max-w-136 md:mt-9">
          <Lede>Breathe together, online or in the room. Missed one? Some have a recording.</Lede>
        </div>
      </div>
    </Masthead>
  );
}
