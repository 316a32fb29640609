import type { PlanOnSale } from "@server/selling/memberships/schemas";
import { signInAddress } from "~/lib/sign-in-address";
import { ButtonLink } from "~/ui/button";
import { cardFrame } from "~/ui/card";

type PlanCardProps = { plan: PlanOnSale; isSignedIn: boolean };

/** Shows what a plan grants and costs. A visitor signs up on the way, and the choice is kept. */
export function PlanCard({ plan, isSignedIn }: PlanCardProps) {
  const { id, title, description, holds, prices } = plan;
  return (
    <li className={`flex flex-col gap-3 pb-6 ${cardFrame}`}>
      <h2 className="text-title">{title}</h2>
      {description && <p className="text-ink-soft whitespace-pre-line">{description}</p>}
      <ul className="grid gap-1 text-ink-soft">
        {holds.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ul className="mt-auto grid gap-3 pt-2">
        {prices.map(({ interval, text }) => (
          <li key={interval} className="flex flex-wrap items-center justify-between gap-3">
            <strong>{text}</strong>
            <ButtonLink kind="quiet" size="small" to={joinAddress(id, interval, isSignedIn)}>
              Join
              <span className="sr-only">
                : {title}, {text}
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </li>
  );
}

export const joinPath = "/memberships/join";

function joinAddress(plan: string, interval: string, isSignedIn: boolean): string {
  const address = `${joinPath}?${new URLSearchParams({ plan, interval }).toString()}`;
  return isSignedIn ? address : signInAddress(new URLSearchParams({ returnTo: address }), { tab: "sign-up" });
}
