import { Icon } from "~/ui/icon";

type WatchRecordingProps = {
  /** Null where there is none, and for whoever may not see it. */
  url: string | null;
  title: string;
  className?: string;
};

/** The recording of a past session opens in a new tab. */
export function WatchRecording({ url, title, className = "" }: WatchRecordingProps) {
  if (url === null) {
    return (
      <button className={`btn ${className}`} type="button" disabled>
        Recording Not Available
      </button>
    );
  }
  return (
    <a className={`btn btn--quiet ${className}`} href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="play" className="icon--s" />
      Watch Recording<span className="sr-only">: {title} (opens in a new tab)</span>
    </a>
  );
}
