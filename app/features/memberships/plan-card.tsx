import type { PlanOnSale } from "@server/selling/memberships/schemas";
import { signInAddress } from "~/lib/sign-in-address";
import { ButtonLink } from "~/ui/button";
import { cardFrame } from "~/ui/card";

type PlanCardProps = { plan: PlanOnSale; isSignedIn: boolean; chosen: string | null };

/** Shows what a plan grants and costs. A visitor signs up on the way, and the choice is kept. */
export function PlanCard({ plan, isSignedIn, chosen }: PlanCardProps) {
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
        {prices.map(({ interval, text, founding }) => (
          <li key={interval} className="flex flex-wrap items-center justify-between gap-3">
            <span>
              <strong>{text}</strong>
              {founding && <small className="block text-ink-soft">{founding}</small>}
            </span>
            {isSignedIn ? (
              chosen === `${id}:${interval}` && <span>Your choice</span>
            ) : (
              <ButtonLink kind="quiet" size="small" to={joinAddress(id, interval)}>
                Join
                <span className="sr-only">
                  : {title}, {text}
                </span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

const joinAddress = (id: string, interval: string): string =>
  signInAddress(new URLSearchParams({ returnTo: `/memberships?chosen=${id}:${interval}` }), { tab: "sign-up" });
