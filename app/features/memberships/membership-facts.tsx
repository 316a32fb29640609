import type { ShownMembership } from "@server/selling/memberships/show/show-membership";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import type { ReactNode } from "react";
import { stateLabel } from "./states";

type FactsProps = { membership: ShownMembership; children?: ReactNode };

/** Shows a membership: its state, its period, what it grants and what is left. */
export function MembershipFacts({ membership, children }: FactsProps) {
  const { title, period, price, change, holds, left } = membership;
  const { label, tone } = stateLabel(membership);
  return (
    <Card title={title} badge={<Badge tone={tone}>{label}</Badge>}>
      <p>
        {period}. {price}.
      </p>
      {change && <p>{change}</p>}
      {left.length > 0 && (
        <ul className="grid gap-1 font-semibold">
          {left.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <ul className="grid gap-1 text-ink-soft">
        {holds.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {children}
    </Card>
  );
}
