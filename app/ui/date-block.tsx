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
  row: {
    block: "gap-3 md:flex-row-reverse md:justify-end md:gap-2.5 lg:gap-3.5",
    day: "text-numeral md:text-[3.25rem] lg:text-[min(3.75rem,5.5vw)]",
    words: "text-small leading-[1.25] md:w-10 lg:w-[min(2.5rem,5vw)]",
  },
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
    <time className={`inline-flex items-center font-display ${styles.block} ${className}`} dateTime={iso}>
      <span
        className={`${isMuted ? "text-ink-soft" : ""} leading-[0.86] font-light tracking-[-0.035em] lining-nums tabular-nums ${styles.day}`}
      >
        {day}
      </span>{" "}
      <span className={`grid font-sans text-ink-quiet ${styles.words}`}>
        <b className="font-semibold text-ink">{weekday}</b> <span>{monthAndYear}</span>
      </span>
    </time>
  );
}
