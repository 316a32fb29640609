import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { EmptyCircles } from "./drawings";

type EmptyStateProps = { children: ReactNode; action?: { label: string; to: string } };

/** One sentence, one action. */
export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="card">
      <div className="empty">
        <EmptyCircles />
        <p>{children}</p>
        {action && (
          <Link className="btn" to={action.to}>
            {action.label}
          </Link>
        )}
      </div>
    </div>
  );
}
