import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { InvoiceLinks, InvoiceSheet } from "~/features/invoices/invoice-sheet";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { buttonStyle, ButtonLink } from "~/ui/button";
import { HeadedSection } from "~/ui/headed-section";
import { Hint } from "~/ui/field-frame";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`${data.printed.title} ${data.printed.label}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Invoice not found");

export const loader = (args: LoaderFunctionArgs) =>
  load(apiFor(args).invoices.get({ id: idOf(args), key: keyOf(args) ?? "" }));

export default function InvoicePage() {
  const { printed, others, refusal } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const address = pathname.replace(/\/$/, "");
  return (
    <div className="page-width grid gap-6 pt-10">
      <InvoiceSheet invoice={printed} />
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <a className={buttonStyle({ kind: "quiet" })} href={`${address}/file.pdf${search}`}>
          Download as PDF
        </a>
        {printed.title === "Invoice" && refusal === null && (
          <ButtonLink kind="quiet" to={`${address}/details${search}`}>
            Add company, address or tax number
          </ButtonLink>
        )}
      </div>
      {printed.title === "Invoice" && refusal !== null && <Hint className="print:hidden">{refusal}</Hint>}
      {others.length > 0 && (
        <div className="print:hidden">
          <HeadedSection heading="Of the same order">
            <InvoiceLinks invoices={others} />
          </HeadedSection>
        </div>
      )}
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
