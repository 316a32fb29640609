import { Link } from "@remix-run/react";
import type { ListedRecording, Progress } from "@server/recordings/schemas";
import { PictureBadge } from "~/ui/badge";
import { Icon } from "~/ui/icon";

type RecordingGridProps<Recording> = {
  recordings: Recording[];
  pathOf: (recording: Recording) => string;
  className?: string;
};

export function RecordingGrid<Recording extends ListedRecording>({
  recordings,
  pathOf,
  className = "grid3",
}: RecordingGridProps<Recording>) {
  return (
    <ul className={className}>
      {recordings.map((recording) => (
        <RecordingCard key={recording.id} recording={recording} path={pathOf(recording)} />
      ))}
    </ul>
  );
}

function RecordingCard({ recording, path }: { recording: ListedRecording; path: string }) {
  const { number, title, description, image, badge, progress } = recording;
  const isLocked = badge === "Premium";
  return (
    <li className="rec">
      <div className="rec__plate">
        <img src={image} alt="" width="800" height="500" loading={number > 6 ? "lazy" : undefined} />
        <RecordingBadge badge={badge} />
        <span className={isLocked ? "rec__play" : "rec__play rec__play--play"} aria-hidden="true">
          <Icon name={isLocked ? "lock" : "play"} />
        </span>
        {progress && <ProgressLine progress={progress} />}
      </div>
      <p className="rec__no">No. {number}</p>
      <h3>
        <Link to={path}>{title}</Link>
      </h3>
      {description && <p className="rec__text">{description}</p>}
      {progress && (
        <p className="rec__progress">{progress.isFinished ? "Finished" : `Stopped at ${progress.position}`}</p>
      )}
    </li>
  );
}

const badgeTones = { Free: "blue", Unlocked: "green", Premium: "deep" } as const;

function RecordingBadge({ badge }: { badge: ListedRecording["badge"] }) {
  return (
    <PictureBadge tone={badgeTones[badge]} icon={badge === "Premium" ? "lock" : undefined}>
      {badge}
    </PictureBadge>
  );
}

export function RecordingGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <ul className="grid3" aria-label="Loading" aria-busy="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="rec">
          <span className="sk rec__plate" />
          <span className="sk h-4 w-12" />
          <span className="sk h-6 w-3/5" />
          <span className="sk h-4 w-full" />
        </li>
      ))}
    </ul>
  );
}

export function ProgressLine({ progress: { percent, isFinished } }: { progress: Progress }) {
  if (percent === null && !isFinished) return null;
  return (
    <svg className="progress" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path d={`M0 .5H${isFinished ? 100 : percent}`} />
    </svg>
  );
}
