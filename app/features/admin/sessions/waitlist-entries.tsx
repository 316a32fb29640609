import type { listLine } from "@server/selling/waitlist/manage-line";
import type { Outlook } from "@server/selling/waitlist/offer-end";
import type { WaitedNoun } from "~/features/waitlist/waitlist";
import { listAddress } from "~/lib/list-address";
import { EmptyState } from "~/ui/card";
import { Pagination } from "~/ui/pagination";
import { WaitlistTable } from "./waitlist-table";

const outlooksOf = (noun: WaitedNoun): Record<Outlook, string> => ({
  in_turn:
    noun === "course"
      ? "As soon as a place is free on every date to come, the course is offered to the first person automatically."
      : "A place that becomes free is offered to the first person on the waitlist automatically.",
  by_hand: "The waitlist is turned off in the settings, so places are not offered automatically.",
  none:
    noun === "course"
      ? "No places are offered now, because the course is not on sale, over or about to go on."
      : "No places are offered now, because the session is a draft, cancelled or about to start.",
});

type WaitlistEntriesProps = { line: Awaited<ReturnType<typeof listLine>>; path: string; noun: WaitedNoun };

/** Shows who waits for a session or a course. */
export function WaitlistEntries({ line: { entries, outlook, canOffer, page }, path, noun }: WaitlistEntriesProps) {
  if (entries.length === 0) return <EmptyState>No one on the waitlist yet.</EmptyState>;
  return (
    <>
      <p className="text-ink-soft">{outlooksOf(noun)[outlook]} People with an offer are listed first.</p>
      <WaitlistTable entries={entries} canOffer={canOffer} path={path} />
      <Pagination page={page} noun="entries" addressOf={(number) => listAddress(path, {}, number)} />
    </>
  );
}
