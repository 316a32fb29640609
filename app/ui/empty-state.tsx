import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmptyCircles } from "./drawings";

type Action = { label: string; to: string };
type EmptyStateProps = { children: ReactNode; action?: Action | undefined; otherAction?: Action };

export function EmptyState({ children, action, otherAction }: EmptyStateProps) {
  return (
    <div className="card">
      <div className="empty">
        <EmptyCircles />
        <p>{children}</p>
        {action && (
          <p className="flex flex-wrap justify-center gap-3">
            <Link className="btn" to={action.to}>
              {action.label}
            </Link>
            {otherAction && (
              <Link className="btn" to={otherAction.to}>
                {otherAction.label}
              </Link>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
