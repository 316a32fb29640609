import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { heldPassesPath, heldPassPath, orderAddress } from "~/features/admin/admin-paths";
import { CreditHistory } from "~/features/admin/passes/credit-history";
import { heldStates } from "~/features/admin/passes/held-passes";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi, backFrom } from "~/server/auth.server";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { HeadedSection } from "~/ui/headed-section";
import { TextLink } from "~/ui/link";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(titleOf(data.pass), siteOf(matches)) : errorMeta(error, siteOf(matches), "Pass not found");

export async function loader(args: LoaderFunctionArgs) {
  const pass = await load(adminApi(args).orders.getHeldPass({ id: idOf(args) }));
  return { pass, back: backFrom(new URL(args.request.url).searchParams, heldPassesPath) };
}

type HeldPass = ReturnType<typeof useLoaderData<typeof loader>>["pass"];

const titleOf = ({ title, holder }: Pick<HeldPass, "title" | "holder">): string => `${title} of ${holder}`;

export default function HeldPassPage() {
  const { pass, back } = useLoaderData<typeof loader>();
  const { label, tone } = heldStates[pass.state];
  return (
    <>
      <BackLink to={back}>{back === heldPassesPath ? "Holders" : "Back"}</BackLink>
      <PageHead title={titleOf(pass)} />
      <div className="grid max-w-208 gap-6">
        <Card title="Details" badge={<Badge tone={tone}>{label}</Badge>}>
          <PassFacts pass={pass} />
          <Changes pass={pass} />
        </Card>
        <HeadedSection heading="Every credit">
          <CreditHistory history={pass.history} />
        </HeadedSection>
      </div>
    </>
  );
}

function PassFacts({ pass }: { pass: HeldPass }) {
  const { order } = pass;
  const orderPath = orderAddress({ kind: "purchase", id: order.id }, null, { back: heldPassPath(pass.id) });
  return (
    <Facts
      facts={[
        { label: "Holder", value: <TextLink to={`/admin/people/${pass.personKey}`}>{pass.holder}</TextLink> },
        { label: "Email", value: pass.email },
        { label: "Balance", value: pass.balance },
        { label: "Terms", value: pass.terms.join(" ") },
        { label: "Order", value: <TextLink to={orderPath}>{order.reference}</TextLink> },
        { label: "Price", value: order.price },
        { label: "Bought", value: pass.boughtOn },
        { label: "Begins", value: pass.startsOn ?? "With the first booking" },
        { label: "Ends", value: pass.endsOn },
      ]}
    />
  );
}

function Changes({ pass: { id, extension, correction } }: { pass: HeldPass }) {
  const refusals = [extension.refusal, correction.refusal].filter((refusal) => refusal !== null);
  return (
    <>
      {[...new Set(refusals)].map((refusal) => (
        <p key={refusal}>{refusal}</p>
      ))}
      <p className="flex flex-wrap gap-3">
        {!extension.refusal && (
          <ButtonLink kind="quiet" size="small" to={heldPassPath(id, "extend")}>
            Extend
          </ButtonLink>
        )}
        {!correction.refusal && (
          <ButtonLink kind="quiet" size="small" to={heldPassPath(id, "credits")}>
            Correct credits
          </ButtonLink>
        )}
      </p>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
