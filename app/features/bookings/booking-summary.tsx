import type { DisplayedStart } from "@server/core/dates";
import { DateBlock } from "~/ui/date-block";
import { subject, subjectText } from "~/features/buying/price-lines";
import { PlacesLeft } from "~/ui/text";

type BookedSession = { id: string; title: string; isOnline: boolean; duration: string; place: string };

type BookingSummaryProps = {
  session: BookedSession;
  start: DisplayedStart;
  placesLeft?: number | null;
  /** Until when the booking can be cancelled. */
  terms?: string | null;
};

export function BookingSummary({ session, start, placesLeft = null, terms }: BookingSummaryProps) {
  return (
    <div className={subject}>
      <p className={`flex ${subjectText}`}>
        <DateBlock
          variant="small"
          className="border-r border-line pr-4.5"
          day={start.day}
          weekday={start.weekdayShort}
          monthAndYear={`${start.month} ${start.year}`}
          iso={start.iso}
        />
      </p>
      <div className="flex-1 basis-22">
        <h2 className="text-subtitle">{session.title}</h2>
        <p className={subjectText}>
          <span className="inline-block">
            {start.time} {start.zone} for {session.duration},
          </span>{" "}
          <span className="inline-block">{session.place}</span>
        </p>
        <PlacesLeft count={placesLeft} />
        {terms && <p className={subjectText}>{terms}</p>}
      </div>
    </div>
  );
}
