import type { ListedRecording } from "@server/selling/recordings/schemas";
import { useId } from "react";
import { ButtonLink } from "~/ui/button";
import { playAtOnce } from "./play-at-once";
import { Plate, ProgressLine } from "./plate";

type ContinueCardProps = { heading: string; recording: ListedRecording; path: string; className?: string };

/** Leads on to the recording that the member began last. */
export function ContinueCard({ heading, recording, path, className = "" }: ContinueCardProps) {
  const { title, image, duration, progress } = recording;
  const headingId = useId();
  if (!progress) return null;
  return (
    <section
      className={`${className} grid items-center gap-x-7 gap-y-4 rounded-paper border border-line bg-surface p-5 md:grid-cols-[12rem_minmax(0,1fr)_auto] md:pr-8`}
      aria-labelledby={headingId}
    >
      <Plate image={image}>
        <ProgressLine progress={progress} />
      </Plate>
      <div className="grid gap-1">
        <h2 className="font-display text-[1.1875rem] leading-[1.3] text-accent italic" id={headingId}>
          {heading}
        </h2>
        <p className="text-title font-display">{title}</p>
        <p className="text-ink-soft">
          You stopped at {progress.position}
          {duration && ` of ${duration}`}
        </p>
      </div>
      <ButtonLink to={path} state={playAtOnce}>
        Continue<span className="sr-only"> {title}</span>
      </ButtonLink>
    </section>
  );
}
