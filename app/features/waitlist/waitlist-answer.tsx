import { Link } from "@remix-run/react";
import type { WaitlistEntry } from "@server/waitlist/get-waitlist-entry";
import { useIsPosting } from "~/lib/hooks/is-posting";
import { acceptPath, type EntryRef, waitlistPath } from "~/features/waitlist/waitlist";
import { PostForm } from "../../ui/post-form";

type WaitlistAnswerProps = { entry: WaitlistEntry; entryRef: EntryRef };

export const takePlaceId = "take-place";

/** What can be done about an entry, as it stands. */
export function WaitlistAnswer({ entry, entryRef }: WaitlistAnswerProps) {
  const path = waitlistPath(entryRef);
  const isBusy = useIsPosting(path);
  const { state, session } = entry;
  const isOnSessionPage = state === "waiting" && entry.outlook !== "in_turn";
  const isInLine = state === "waiting" || state === "offered";
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      {state === "offered" && (
        <>
          <Link id={takePlaceId} className="btn" to={acceptPath(entryRef)} preventScrollReset>
            Take the place
          </Link>
          <AnswerButton path={path} answer="decline" label="No thanks" isBusy={isBusy} />
        </>
      )}
      {isInLine && <AnswerButton path={path} answer="leave" label="Leave the waitlist" isBusy={isBusy} />}
      {state === "accepted" && (
        <Link className="btn" to={entry.bookingPath}>
          See your booking
        </Link>
      )}
      {(!isInLine || isOnSessionPage) && (
        <Link className="btn btn--quiet" to={session.isOpen ? `/sessions/${session.id}` : "/"}>
          {session.isOpen ? "Open the session" : "See upcoming sessions"}
        </Link>
      )}
    </div>
  );
}

type AnswerButtonProps = { path: string; answer: "decline" | "leave"; label: string; isBusy: boolean };

function AnswerButton({ path, answer, label, isBusy }: AnswerButtonProps) {
  return (
    <PostForm action={path} isBusy={isBusy}>
      <input type="hidden" name="answer" value={answer} />
      <button className="btn btn--quiet" type="submit" aria-disabled={isBusy || undefined}>
        {label}
      </button>
    </PostForm>
  );
}
