import { TextLink, textLinkStyle } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { clockTime } from "~/lib/clock-time";
import { withReturn } from "~/lib/sign-in-address";
import type { Deck } from "./deck";
import type { Trouble } from "./watch-deck";

type TroubleNoteProps = {
  trouble: Trouble | null;
  deck: Deck | null;
  /** Of the recording and of its series. */
  paths: { recording: string; series: string };
  onTryAgain: () => void;
};

/** Says what hinders the player and what happens to the place. Screen readers announce it. */
export function TroubleNote({ trouble, ...props }: TroubleNoteProps) {
  const isGrave = trouble === "signed-out" || trouble === "closed" || trouble === "broken";
  return (
    <div className="empty:-mt-5" role="status">
      {trouble && (
        <Notice kind={isGrave ? "warning" : "information"} isAnnounced={false}>
          <Words trouble={trouble} {...props} />
        </Notice>
      )}
    </div>
  );
}

function Words({ trouble, deck, paths, onTryAgain }: TroubleNoteProps) {
  const second = deck?.place() ?? 0;
  const signInAt = (place: number) => withReturn("/sign-in", `${paths.recording}?at=${Math.floor(place)}`);
  switch (trouble) {
    case "slow":
      return "The connection is slow, so it goes on with the small picture.";
    case "waiting":
      return "Waiting for the connection. It goes on by itself.";
    case "lost":
      return `The connection is lost. It goes on at ${clockTime(second)} when the connection is back.`;
    case "signed-out":
      return (
        <>
          You have been signed out.{" "}
          <a
            className={textLinkStyle}
            href={signInAt(second)}
            // It may have played on since.
            onClick={(event) => (event.currentTarget.href = signInAt(deck?.place() ?? second))}
          >
            Sign in again
          </a>{" "}
          to go on at {clockTime(second)}.
        </>
      );
    case "closed":
      return (
        <>
          Your access to this recording has ended. <TextLink to={paths.series}>Back to the series</TextLink>
        </>
      );
    default:
      return (
        <>
          This recording can’t be played at the moment.{" "}
          <button className={textLinkStyle} type="button" onClick={onTryAgain}>
            Try again
          </button>
        </>
      );
  }
}
