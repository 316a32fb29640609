import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { FirstSteps } from "~/features/admin/overview/first-steps";
import { Today, Waiting } from "~/features/admin/overview/overview";
import { News, Week } from "~/features/admin/overview/week-and-news";
import { usePanels } from "~/features/layout/shell-items";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load } from "~/server/api.server";
import { requireAdmin } from "~/server/auth.server";
import { Icon } from "~/ui/icon";
import { Notice } from "~/ui/notice";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Admin Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  const { hasSecondFactor, secondFactorDueAt } = requireAdmin(args);
  // With a deadline, the layout shows the notice on every admin page.
  const api = apiFor(args);
  const [office, { steps }] = await Promise.all([load(api.office.getOverview()), load(api.system.firstSteps())]);
  return {
    isAdvised: !hasSecondFactor && secondFactorDueAt === null,
    office,
    steps,
    formKey: crypto.randomUUID(),
  };
}

/** Its content is at the top, so that the headings of a row are aligned. */
const panel =
  "grid h-full grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-3.5 gap-y-1 rounded-paper border border-line bg-surface p-5 no-underline hover:[box-shadow:var(--shadow-lift)]";

export default function AdminOverviewPage() {
  const panels = usePanels();
  const { isAdvised, office, steps, formKey } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Admin Dashboard" />
      {isAdvised && (
        <Notice kind="warning">
          <b className="block">Protect your admin area</b> Until you set up two-step sign-in, your password is all that
          protects it. <Link to="/dashboard/settings/second-factor">Set it up now</Link>
        </Notice>
      )}
      <FirstSteps steps={steps} formKey={formKey} />
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <Today today={office.today} />
          <Waiting waiting={office.waiting} />
        </div>
        <div className="grid min-w-0 gap-6">
          <News bookings={office.bookings} income={office.income} />
          <Week sessions={office.week} />
        </div>
      </div>
      <h2 className="text-heading">Everything</h2>
      <ul className="grid gap-4 md:grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))]">
        {panels.map(({ label, href, icon, text }) => (
          <li key={href}>
            <Link className={panel} to={href}>
              <Icon name={icon} className="text-accent" />
              <h3 className="text-subtitle">{label}</h3>
              <p className="col-span-full text-small text-ink-soft">{text}</p>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
