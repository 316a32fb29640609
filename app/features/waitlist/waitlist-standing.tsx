import type { WaitlistEntry } from "@server/selling/waitlist/own-entry";
import type { Outlook } from "@server/selling/waitlist/offer-end";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Button, ButtonLink } from "~/ui/button";
import { PostForm } from "~/ui/post-form";
import { acceptPath, type EntryRef, noPlaceIsHeld, type WaitedNoun, waitlistPath } from "./waitlist";
import { Lede } from "~/ui/text";

export function WaitlistStanding({ entry }: { entry: WaitlistEntry }) {
  const { title, text } = standingOf(entry);
  return (
    <div className="grid gap-3" role="status">
      <h1 className="text-display">{title}</h1>
      <Lede>{text}</Lede>
    </div>
  );
}

type Standing = { title: string; text: string };

function standingOf(entry: WaitlistEntry): Standing {
  const { firstName, session } = entry;
  const noun = nounOf(entry);
  switch (entry.state) {
    case "waiting":
      return {
        title: `You're number ${entry.place} on the waitlist, ${firstName}.`,
        text: outlooksOf(noun)[entry.outlook],
      };
    case "offered": {
      const { date, time, zone } = entry.until;
      return {
        title: `${entry.course ? "A place on every date is" : entry.quantity === 1 ? "A place is" : `${entry.quantity} places are`} held for you, ${firstName}.`,
        text: [
          entry.quantity === 1
            ? `It’s yours to take until ${date} at ${time} ${zone}. After that it is released.`
            : `They’re yours to take until ${date} at ${time} ${zone}. After that they are released.`,
          entry.credits,
        ]
          .filter(Boolean)
          .join(" "),
      };
    }
    case "closed":
      return {
        title: "This waitlist is closed.",
        text: session.isCancelled ? `The ${noun} has been cancelled.` : `The ${noun} has begun.`,
      };
    default:
      return standingsAtEnd(firstName, session, noun)[entry.state];
  }
}

export const nounOf = ({ course }: Pick<WaitlistEntry, "course">): WaitedNoun => (course ? "course" : "session");

const outlooksOf = (noun: WaitedNoun): Record<Outlook, string> => ({
  in_turn: "When a place opens and it’s your turn, we’ll email you and hold it for you.",
  by_hand: `A place that opens is on the ${noun}’s page for anyone to book. If one is offered to you, we’ll email you.`,
  none: noPlaceIsHeld(noun),
});

type EndedState = Exclude<WaitlistEntry["state"], "waiting" | "offered" | "closed">;

const standingsAtEnd = (
  firstName: string,
  { isOpen }: WaitlistEntry["session"],
  noun: WaitedNoun,
): Record<EndedState, Standing> => ({
  accepted: {
    title: `You’ve taken the place, ${firstName}.`,
    text: "You’ll find everything about your booking on its own page.",
  },
  declined: {
    title: `You declined the place, ${firstName}.`,
    text: "The place has been released, and you are off the waitlist.",
  },
  expired: {
    title: `This offer has expired, ${firstName}.`,
    text: `The place has been released.${isOpen ? ` The ${noun}’s page shows if there is still a place.` : ""}`,
  },
  left: {
    title: `You have left the waitlist, ${firstName}.`,
    text: `You won’t get any more emails about this ${noun}.`,
  },
  removed: {
    title: "You are no longer on this waitlist.",
    text: "If you think that this is a mistake, please write to me.",
  },
  over: {
    title: "This waitlist has ended.",
    text: `The ${noun} has begun or is no longer on the schedule.`,
  },
});

type WaitlistAnswerProps = { entry: WaitlistEntry; entryRef: EntryRef };

export const takePlaceId = "take-place";

export function WaitlistAnswer({ entry, entryRef }: WaitlistAnswerProps) {
  const path = waitlistPath(entryRef);
  const isBusy = useIsPosting(path);
  const { state, session } = entry;
  const noun = nounOf(entry);
  const isOnSessionPage = state === "waiting" && entry.outlook !== "in_turn";
  const isInLine = state === "waiting" || state === "offered";
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      {state === "offered" && (
        <>
          <ButtonLink id={takePlaceId} to={acceptPath(entryRef)} preventScrollReset>
            {entry.quantity === 1 ? "Take the place" : "Take the places"}
          </ButtonLink>
          <AnswerButton path={path} answer="decline" label="No thanks" isBusy={isBusy} />
        </>
      )}
      {isInLine && <AnswerButton path={path} answer="leave" label="Leave the waitlist" isBusy={isBusy} />}
      {state === "accepted" && (
        <ButtonLink to={entry.bookingPath}>See your {noun === "course" ? "course" : "booking"}</ButtonLink>
      )}
      {(!isInLine || isOnSessionPage) && (
        <ButtonLink kind="quiet" to={session.isOpen ? entry.path : "/"}>
          {session.isOpen ? `Open the ${noun}` : "See upcoming sessions"}
        </ButtonLink>
      )}
    </div>
  );
}

type AnswerButtonProps = { path: string; answer: "decline" | "leave"; label: string; isBusy: boolean };

function AnswerButton({ path, answer, label, isBusy }: AnswerButtonProps) {
  return (
    <PostForm action={path} isBusy={isBusy}>
      <input type="hidden" name="answer" value={answer} />
      <Button kind="quiet" type="submit" aria-disabled={isBusy || undefined}>
        {label}
      </Button>
    </PostForm>
  );
}
