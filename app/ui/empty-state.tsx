import type { ReactNode } from "react";
import { ButtonLink } from "./button";
import { cardFrame } from "./card";
import { EmptyCircles } from "./drawings";

export const emptyFrame = "grid justify-items-center gap-4 px-6 py-12 text-center";
export const emptyText = "max-w-[24em] text-ink-soft";

type Action = { label: string; to: string };
type EmptyStateProps = { children: ReactNode; action?: Action | undefined; otherAction?: Action };

export function EmptyState({ children, action, otherAction }: EmptyStateProps) {
  return (
    <div className={`${cardFrame} pb-4`}>
      <div className={emptyFrame}>
        <EmptyCircles />
        <p className={emptyText}>{children}</p>
        {action && (
          <p className="flex max-w-[24em] flex-wrap justify-center gap-3">
            <ButtonLink to={action.to}>{action.label}</ButtonLink>
            {otherAction && <ButtonLink to={otherAction.to}>{otherAction.label}</ButtonLink>}
          </p>
        )}
      </div>
    </div>
  );
}
