import type { ReactNode } from "react";
import type { SessionDetails } from "@server/schedule/schemas";
import { DateBlock } from "./date-block";
import { WavyLine } from "./drawings";

type TicketProps = {
  label: string;
  title?: string;
  start: SessionDetails["start"];
  duration: string;
  where: ReactNode;
  children: ReactNode;
};

export function Ticket({ label, title, start, duration, where, children }: TicketProps) {
  return (
    <aside className="ticket" aria-label={label}>
      {title && <h2 className="title mb-5">{title}</h2>}
      <p className="flex">
        <DateBlock
          variant="large"
          day={start.day}
          title={start.weekday}
          rest={`${start.monthLong} ${start.year}`}
          iso={start.iso}
        />
      </p>
      <dl className="facts">
        <div>
          <dt>Time</dt>
          <dd>
            {start.time} {start.zone} <span>{duration}</span>
          </dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>{where}</dd>
        </div>
      </dl>
      <WavyLine />
      <div className="ticket__buy">{children}</div>
    </aside>
  );
}
