type DateBlockProps = {
  day: string;
  /** "Dec", or "Tuesday" on a ticket. */
  title: string;
  /** "2026", or "December 2026" on a ticket. */
  rest: string;
  iso: string;
  className?: string;
};

export function DateBlock({ day, title, rest, iso, className = "" }: DateBlockProps) {
  return (
    <time className={`date ${className}`} dateTime={iso}>
      <span className="date__day">{day}</span>{" "}
      <span className="date__rest">
        <b>{title}</b> <span>{rest}</span>
      </span>
    </time>
  );
}
