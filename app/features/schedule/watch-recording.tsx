import { Icon } from "~/ui/icon";

type WatchRecordingProps = {
  /** Null without a recording, and for a visitor who may not see it. */
  url: string | null;
  title: string;
  className?: string;
};

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
