import type { HeldState } from "@server/catalogue/passes/held-state";
import type { BadgeTone } from "~/ui/badge";

/** The states of passes that were bought, as filters and badges call them. */
export const heldStates: Record<HeldState, { label: string; tone: BadgeTone }> = {
  valid: { label: "Valid", tone: "green" },
  used_up: { label: "Used up", tone: "grey" },
  ended: { label: "Ended", tone: "grey" },
  stopped: { label: "Stopped by a dispute", tone: "red" },
};
