import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { changeAddress } from "~/features/memberships/change-address";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { cardFrame, EmptyState } from "~/ui/card";
import { BackLink } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Change plan", "You have no membership");

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return { choices: await load(apiFor(args).memberships.listChangeChoices()) };
}

const path = "/user/membership";

export default function ChangePlanPage() {
  const { present, reason, plans } = useLoaderData<typeof loader>().choices;
  return (
    <>
      <BackLink to={path}>My Membership</BackLink>
      <h1 className="text-display">Change plan</h1>
      <p>
        You have “{present.title}” for {present.price}. {present.period}.
      </p>
      {reason === null && plans.length > 0 && (
        <p>
          A dearer plan, and a year in place of months, begin at once; what you have paid already is taken off. Anything
          else begins when what you have paid for has ended. You see the amount and the day before you confirm.
        </p>
      )}
      {reason !== null && <EmptyState>{reason}</EmptyState>}
      {reason === null && plans.length === 0 && <EmptyState>There is no other plan to change to.</EmptyState>}
      <ul className="grid gap-6">
        {plans.map(({ id, title, holds, prices }) => (
          <li key={id} className={`flex flex-col gap-3 pb-6 ${cardFrame}`}>
            <h2 className="text-title">{title}</h2>
            <ul className="grid gap-1 text-ink-soft">
              {holds.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <ul className="grid gap-3 pt-2">
              {prices.map(({ interval, text }) => (
                <li key={interval} className="flex flex-wrap items-center justify-between gap-3">
                  <strong>{text}</strong>
                  <ButtonLink kind="quiet" size="small" to={changeAddress(id, interval)}>
                    Choose
                    <span className="sr-only">
                      : {title}, {text}
                    </span>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
