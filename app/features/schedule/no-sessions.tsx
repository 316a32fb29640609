import { listAddress } from "~/lib/list-address";
import { EmptyState } from "~/ui/empty-state";

type NoSessionsProps = {
  kind: "upcoming" | "past";
  /** The text without filters. */
  none: string;
  chosen: { category: string; location: string };
  path: string;
  kept?: Record<string, string>;
};

/** Says that there are no sessions, or none that match the filters, with a link to all. */
export function NoSessions({ kind, none, chosen: { category, location }, path, kept = {} }: NoSessionsProps) {
  if (!category && !location) return <EmptyState>{none}</EmptyState>;
  const isOnline = location.toLowerCase() === "online";
  const inCategory = category && ` in the "${category}" category`;
  const inPlace = location && (isOnline ? " online" : ` in ${location}`);
  return (
    <EmptyState action={{ label: "Show all sessions", to: listAddress(path, kept) }}>
      {`No ${kind} sessions${inCategory}${inPlace}.`}
    </EmptyState>
  );
}
