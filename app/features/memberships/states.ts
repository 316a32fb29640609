import type { ShownMembership } from "@server/selling/memberships/show/show-membership";
import type { BadgeTone } from "~/ui/badge";

type State = ShownMembership["state"];
type Label = { label: string; tone: BadgeTone };

const states: Record<State, Label> = {
  pending: { label: "Not begun", tone: "grey" },
  active: { label: "Active", tone: "green" },
  paused: { label: "Paused", tone: "grey" },
  past_due: { label: "Payment due", tone: "red" },
  cancelled: { label: "Cancelled", tone: "grey" },
  expired: { label: "Over", tone: "grey" },
};

/** The states of memberships, as a filter lists them. */
export const stateOptions = Object.entries(states).map(([value, { label }]) => ({ value, label }));

/** Returns what a membership's state is called. */
export const stateLabel = ({ state, isOver }: { state: State; isOver: boolean }): Label =>
  isOver ? states.expired : states[state];
