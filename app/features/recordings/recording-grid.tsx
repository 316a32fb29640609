import { Link } from "@remix-run/react";
import type { ListedRecording, SpokenPlace } from "@server/selling/recordings/schemas";
import { PictureBadge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { ThreeColumns } from "~/ui/list";
import { ItemPlate, ProgressLine, RecordingItem } from "./plate";

type RecordingGridProps<Recording> = {
  recordings: Recording[];
  pathOf: (recording: Recording) => string;
};

export function RecordingGrid<Recording extends ListedRecording>({
  recordings,
  pathOf,
}: RecordingGridProps<Recording>) {
  return (
    <ThreeColumns>
      {recordings.map((recording) => (
        <RecordingCard key={recording.id} recording={recording} path={pathOf(recording)} />
      ))}
    </ThreeColumns>
  );
}

export function RecordingShelf<Recording extends ListedRecording>({
  recordings,
  pathOf,
}: RecordingGridProps<Recording>) {
  return (
    <ul className="grid w-full gap-6 py-3 md:grid-cols-3">
      {recordings.map((recording) => (
        <RecordingCard key={recording.id} recording={recording} path={pathOf(recording)} isSmall />
      ))}
    </ul>
  );
}

/** Covers the card, so that the picture leads to the recording too. */
const cardLink = [
  "no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none",
  "group-hover:underline group-hover:decoration-accent group-hover:decoration-1",
].join(" ");

const badgeTones = { Free: "blue", Unlocked: "green", Premium: "deep", "Opens later": "yellow" } as const;

/** `place`: where the words are said that were searched for. */
type ShownRecording = ListedRecording & { place?: SpokenPlace | null };
type RecordingCardProps = { recording: ShownRecording; path: string; isSmall?: boolean };

function RecordingCard({ recording, path, isSmall = false }: RecordingCardProps) {
  const { number, title, description, image, badge, opens, duration, progress, place } = recording;
  const isLocked = badge === "Premium" || badge === "Opens later";
  return (
    <RecordingItem>
      <ItemPlate shape={isSmall ? "aspect-16/9" : "aspect-8/5"} image={image} isLazy={number > 6}>
        <PictureBadge tone={badgeTones[badge]} icon={isLocked ? "lock" : undefined}>
          {badge}
        </PictureBadge>
        <span
          className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-[50%] bg-paper text-paper-ink"
          aria-hidden="true"
        >
          <Icon name={isLocked ? "lock" : "play"} className={isLocked ? "icon--s" : "icon--s ml-0.5 fill-current"} />
        </span>
        {progress && <ProgressLine progress={progress} />}
      </ItemPlate>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-display text-[1.125rem] text-accent italic">No. {number}</span>
        {duration && <span className="text-small text-ink-quiet">{duration}</span>}
      </p>
      <h3 className={isSmall ? "text-[1.1875rem] leading-[1.22]" : "text-[1.375rem] leading-[1.22]"}>
        <Link className={cardLink} to={path}>
          {title}
        </Link>
      </h3>
      {place ? (
        <p className="text-ink-soft">
          At {place.time}: “{place.quote}”
        </p>
      ) : (
        description && <p className="xs:line-clamp-2 text-ink-soft">{description}</p>
      )}
      {opens && <p className="text-small text-ink-quiet">{opens}</p>}
      {progress && (
        <p className="text-small text-ink-quiet">
          {progress.isFinished ? "Finished" : `Continue at ${progress.position}`}
        </p>
      )}
    </RecordingItem>
  );
}
