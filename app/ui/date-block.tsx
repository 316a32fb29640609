type DateBlockProps = {
  day: string;
  weekday: string;
  monthAndYear: string;
  iso: string;
  variant: keyof typeof variants;
  isMuted?: boolean;
  className?: string;
};

const variants = {
  small: { block: "gap-2", day: "text-[2.25rem]", words: "text-[0.875rem] leading-[1.2]" },
  // The month comes before the day, so that the days of a column are aligned.
  column: {
    block: "flex-row-reverse justify-end gap-2",
    day: "text-[2.25rem]",
    words: "w-9.5 text-[0.875rem] leading-[1.2]",
  },
  card: { block: "gap-3", day: "text-[min(3.25rem,18vw)]", words: "text-small leading-[1.25]" },
  row: { block: "row-date", day: "row-day", words: "row-words" },
  large: { block: "gap-4", day: "text-[min(5.5rem,24vw)]", words: "text-[1.0625rem] leading-[1.35]" },
};

export function DateBlock({
  day,
  weekday,
  monthAndYear,
  iso,
  variant,
  isMuted = false,
  className = "",
}: DateBlockProps) {
  const styles = variants[variant];
  return (
    <time className={`date-block ${styles.block} ${className}`} dateTime={iso}>
      <span className={`date-day ${styles.day} ${isMuted ? "text-ink-soft" : ""}`}>{day}</span>{" "}
      <span className={`date-words ${styles.words}`}>
        <b>{weekday}</b> <span>{monthAndYear}</span>
      </span>
    </time>
  );
}
