import type { ChangeKind } from "@server/selling/memberships/schemas";

type ChangeWords = {
  /** The title of its form, before the member's name. */
  title: string;
  button: string;
  /** What the form says that it does. */
  text: string;
};

/** What the back office calls the changes of a membership by hand. */
export const changeWords: Record<ChangeKind, ChangeWords> = {
  extend: {
    title: "Extend the membership of",
    button: "Extend",
    text: "Another period that was paid to you elsewhere. It follows the present one.",
  },
  give: {
    title: "Give free months to",
    button: "Give free months",
    text: "The end moves by these months, free of charge.",
  },
  pause: {
    title: "Pause the membership of",
    button: "Pause",
    text: "For three months at most. Nothing new can be booked or watched meanwhile, and the end moves by that time.",
  },
  resume: {
    title: "Resume the membership of",
    button: "Resume",
    text: "It goes on at once, and its end moves by the time that it was paused.",
  },
  end: {
    title: "End the membership of",
    button: "End",
    text: "What they have booked stays booked. Nothing is refunded by this.",
  },
};

/** Returns the kind that an address names, if it is one. */
export const changeKindIn = (typed: string | null): ChangeKind | null =>
  (Object.keys(changeWords) as ChangeKind[]).find((kind) => kind === typed) ?? null;
