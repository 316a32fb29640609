import type { SessionDetails } from "@server/catalogue/schedule/get-session";
import type { ReactNode } from "react";
import { DateBlock } from "./date-block";
import { WavyLine } from "./drawings";
import { textLinkStyle } from "./link";

type TicketProps = {
  label: string;
  title?: string;
  start: SessionDetails["start"];
  duration: string;
  where: ReactNode;
  children: ReactNode;
};

const ticketStyle = [
  "self-start rounded-paper border border-line bg-surface px-6 pt-7 pb-6",
  "md:sticky md:top-6 md:col-start-2 md:row-[1/span_4] md:p-8",
].join(" ");

export function Ticket({ label, title, start, duration, where, children }: TicketProps) {
  return (
    <aside className={ticketStyle} aria-label={label}>
      {title && <h2 className="text-title mb-5">{title}</h2>}
      <p className="flex">
        <DateBlock
          variant="large"
          day={start.day}
          weekday={start.weekday}
          monthAndYear={`${start.monthLong} ${start.year}`}
          iso={start.iso}
        />
      </p>
      <TicketFacts className="mt-5">
        <TicketFact name="Time">
          {start.hours} <FactNote>{duration}</FactNote>
        </TicketFact>
        <TicketFact name="Where">{where}</TicketFact>
      </TicketFacts>
      {children && (
        <>
          <WavyLine />
          <div className="grid gap-4 pt-5">{children}</div>
        </>
      )}
    </aside>
  );
}

type TicketPriceProps = { amount: string; tickets?: number; cancelled?: number };

export function TicketPrice({ amount, tickets = 1, cancelled = 0 }: TicketPriceProps) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="text-ink-soft">
        {tickets === 1 ? "One place" : `${tickets} tickets`}
        {cancelled > 0 && `, ${cancelled} cancelled`}
      </span>{" "}
      <strong className={`font-display font-[350] tracking-tight whitespace-nowrap normal-nums ${sizeOf(amount)}`}>
        {amount}
      </strong>
    </p>
  );
}

/** A sum fits in large type; "£18.00 and 1 credit" keeps to one line in smaller type. */
const sizeOf = (amount: string): string =>
  amount.length <= 12 ? "text-[min(2.5rem,15vw)] leading-none" : "text-title leading-[1.2]";

type TicketLayoutProps = { as?: "div" | "article"; className?: string; children: ReactNode };

export function TicketLayout({ as: Element = "div", className = "", children }: TicketLayoutProps) {
  return <Element className={`${layoutStyle} ${className}`}>{children}</Element>;
}

const layoutStyle = [
  "mt-3 grid grid-cols-1 gap-8 md:mt-5 md:grid-cols-[minmax(0,1fr)_minmax(min(19rem,40vw),min(24rem,40%))]",
  "md:gap-x-[clamp(2rem,6vw,5.5rem)] md:gap-y-9",
].join(" ");

type TicketFactsProps = { className?: string; children: ReactNode };

export function TicketFacts({ className = "", children }: TicketFactsProps) {
  return <dl className={`grid grid-cols-1 ${className}`}>{children}</dl>;
}

export function TicketFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-t border-t-line py-2.75">
      <dt className="w-[5.5rem] text-small leading-[1.7] text-ink-quiet">{name}</dt>
      <dd className="min-w-0 flex-[1_1_8rem] font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

type MapLinkProps = { url: string | null; children: ReactNode };

/** Shows where a session is; a link to a map where there is an address. */
export function MapLink({ url, children }: MapLinkProps) {
  if (url === null) return <>{children}</>;
  return (
    <a className={textLinkStyle} href={url} rel="noreferrer">
      {children}
      <span className="sr-only"> (map)</span>
    </a>
  );
}

export function FactNote({ children }: { children: ReactNode }) {
  return <span className="block font-normal text-ink-soft">{children}</span>;
}
