import { Link } from "@remix-run/react";
import { useId } from "react";
import type { ListedRecording } from "@server/recordings/schemas";
import { ProgressLine } from "./progress-line";

/** What was watched last and not to its end. */
export function ResumeCard({ recording, path }: { recording: ListedRecording; path: string }) {
  const { title, image, progress } = recording;
  const headingId = useId();
  if (!progress) return null;
  return (
    <section className="resume" aria-labelledby={headingId}>
      <div className="resume__plate">
        <img src={image} alt="" width="800" height="500" />
        <ProgressLine progress={progress} />
      </div>
      <div className="grid gap-1">
        <h2 className="cat" id={headingId}>
          Continue where you left off
        </h2>
        <p className="title">{title}</p>
        <p className="text-ink-soft">You stopped at {progress.position}</p>
      </div>
      <Link className="btn" to={path}>
        Continue<span className="sr-only"> {title}</span>
      </Link>
    </section>
  );
}
