import type { ReactNode } from "react";

type TicketFactsProps = { className?: string; children: ReactNode };

export function TicketFacts({ className = "", children }: TicketFactsProps) {
  return <dl className={`grid ${className}`}>{children}</dl>;
}

export function TicketFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-t border-t-line py-2.75">
      <dt className="text-small leading-[1.7] text-ink-quiet">{name}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  );
}

export function FactNote({ children }: { children: ReactNode }) {
  return <span className="block font-normal text-ink-soft">{children}</span>;
}
