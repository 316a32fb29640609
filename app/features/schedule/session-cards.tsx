import { useRef, type ReactNode } from "react";
import { useKeepFocus } from "~/lib/hooks/focus";
import { SkeletonBar } from "~/ui/skeleton-bar";

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
      {isLoading ? <SessionCardsSkeleton /> : cards.length > 0 ? <ul className="sheets">{cards}</ul> : empty}
    </section>
  );
}

export const SessionCardsSkeleton = () => (
  <ul className="sheets" aria-label="Loading" aria-busy="true">
    {[1, 2, 3].map((nth) => (
      <li key={nth} className="sheet">
        <SkeletonBar className="sheet__plate" radius="rounded-none" />
        <span className="sheet__body gap-3">
          <SkeletonBar className="h-4 w-20" />
          <SkeletonBar className="h-6 w-7/10" />
          <SkeletonBar className="h-4 w-full" />
          <SkeletonBar className="h-11 w-30" radius="rounded-round" />
        </span>
      </li>
    ))}
  </ul>
);
