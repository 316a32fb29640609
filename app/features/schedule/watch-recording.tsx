import { Icon } from "~/ui/icon";
import { Button, buttonStyle, type ButtonStyle } from "~/ui/button";

type WatchRecordingProps = {
  /** Null without a recording, and for a visitor who may not see it. */
  url: string | null;
  title: string;
} & Pick<ButtonStyle, "size" | "isWide">;

export function WatchRecording({ url, title, ...style }: WatchRecordingProps) {
  if (url === null) {
    return (
      <Button {...style} type="button" disabled>
        Recording Not Available
      </Button>
    );
  }
  return (
    <a className={buttonStyle({ ...style, kind: "quiet" })} href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="play" className="icon--s" />
      Watch Recording<span className="sr-only">: {title} (opens in a new tab)</span>
    </a>
  );
}
