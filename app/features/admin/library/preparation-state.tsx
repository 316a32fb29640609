import type { LibraryItem } from "@server/selling/recordings/library/schemas";
import { Badge } from "~/ui/badge";
import { RowAction } from "~/ui/row-actions";

type Preparation = NonNullable<LibraryItem["preparation"]>;
export const isBeingPrepared = ({ preparation }: Pick<LibraryItem, "preparation">): boolean =>
  preparation?.state === "waiting" || preparation?.state === "running";

/** An item of which there is something to say: of what is ready there is not. */
type UnpreparedItem = LibraryItem & { preparation: Preparation };

export const isUnprepared = (item: LibraryItem): item is UnpreparedItem =>
  item.preparation !== null && item.preparation.state !== "ready";

const looks = {
  waiting: { tone: "grey", label: "Waiting to be prepared" },
  running: { tone: "yellow", label: "Preparing" },
  ready: { tone: "green", label: "Prepared" },
  failed: { tone: "red", label: "Not prepared" },
  cancelled: { tone: "grey", label: "Preparing cancelled" },
} as const;

type PreparationStateProps = { item: UnpreparedItem; path: string; hasFfmpeg: boolean };

/** Says how far a recording's versions are, and offers what can be done about it. */
export function PreparationState({ item, path, hasFfmpeg }: PreparationStateProps) {
  const { state, percent, failure } = item.preparation;
  const { tone, label } = looks[state];
  const canPrepare = hasFfmpeg && (state === "failed" || state === "cancelled");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone}>
        <span className="lining-nums tabular-nums">{state === "running" ? `${label}, ${percent}%` : label}</span>
      </Badge>
      {state === "failed" && failure && <p className="basis-full text-small text-ink-soft">{failure}</p>}
      {isBeingPrepared(item) && (
        <RowAction
          action={path}
          fields={{ intent: "cancel", id: item.id }}
          label="Cancel preparing"
          name={`Cancel preparing ${item.title}`}
          failure={{ title: "Failed to cancel preparing." }}
        />
      )}
      {canPrepare && (
        <RowAction
          action={path}
          fields={{ intent: "prepare", id: item.id }}
          label="Prepare again"
          name={`Prepare again: ${item.title}`}
          failure={{ title: "Failed to prepare the recording again." }}
        />
      )}
    </div>
  );
}
