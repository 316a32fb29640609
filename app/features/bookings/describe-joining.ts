import type { JoinPage } from "@server/selling/bookings/show/join-session";

type Link = { label: string; to: string };
type JoiningText = {
  status: 200 | 410;
  /** The time in seconds after which the page loads itself again. */
  refreshIn: number | null;
  eyebrow: string;
  heading: string;
  text: string;
  advice: string | null;
  /** The label of the link to the same address. */
  again: string | null;
  links: Link[];
};

const day = 24 * 3600;
const minute = 60;

export function describeJoining(joining: JoinPage): JoiningText {
  const { state, title } = joining;
  const page = { ...nothingElse, eyebrow: title };
  const gone = { ...page, status: 410, links: elsewhere } as const;
  switch (state) {
    case "open":
      return { ...page, heading: "The room is open.", text: startText(joining), again: "Join the session" };
    case "early":
      return { ...page, ...waiting(joining), heading: "The room isn’t open yet.", text: openingText(joining) };
    case "no_link":
      return { ...page, ...awaitingLink(joining) };
    case "onsite":
      return { ...page, heading: "This session takes place on site.", text: onsiteText, links: bookingLinks(joining) };
    case "over":
      return { ...gone, heading: "This session is over.", text: "The room has closed." };
    case "session_cancelled":
      return { ...gone, heading: "This session is cancelled.", text: "It will not take place." };
    case "not_booked":
      return { ...gone, heading: "This place is no longer booked.", text: endedText, links: sessionLinks(joining) };
  }
}

const nothingElse = { status: 200, refreshIn: null, advice: null, again: null, links: [] as Link[] } as const;

const endedText =
  "The booking that this link belongs to was cancelled or refunded, so the link no longer opens the room.";
const onsiteText = "There is no room online. Your booking shows the address.";

function startText({ startsAt: { date, time, zone } }: JoinPage): string {
  return `We start on ${date} at ${time} ${zone}.`;
}

const openingText = (joining: JoinPage): string =>
  `${startText(joining)} The room opens ten minutes before, at ${joining.opensAt.time}.`;

function waiting(joining: JoinPage): Pick<JoiningText, "refreshIn" | "advice" | "again" | "links"> {
  const { opensIn } = joining;
  const isSoon = opensIn <= day;
  return {
    refreshIn: isSoon ? opensIn + 1 : null,
    advice: isSoon
      ? "You can leave this page open: it takes you there by itself."
      : "Open this link again then, and it takes you there.",
    again: isSoon ? "Try now" : null,
    links: bookingLinks(joining),
  };
}

function awaitingLink(joining: JoinPage): Pick<JoiningText, "heading" | "text" | "refreshIn" | "again" | "links"> {
  const { refreshIn } = waiting(joining);
  return {
    heading: "There is no joining link yet.",
    text: `I’ll send you the joining link before we start. ${startText(joining)}`,
    refreshIn: joining.opensIn === 0 ? minute : refreshIn,
    again: "Try again",
    links: bookingLinks(joining),
  };
}

const elsewhere: Link[] = [{ label: "See upcoming sessions", to: "/" }];

const bookingLinks = ({ managePath, sessionPath }: JoinPage): Link[] => [
  ...(managePath ? [{ label: "View your booking", to: managePath }] : []),
  ...(sessionPath && !managePath ? [{ label: "View the session", to: sessionPath }] : []),
];

const sessionLinks = ({ sessionPath }: JoinPage): Link[] => [
  ...(sessionPath ? [{ label: "View the session", to: sessionPath }] : []),
  ...elsewhere,
];
