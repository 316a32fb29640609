import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { withdrawPath } from "~/lib/withdraw-path";
import { inertIf, useIsBehindDialog, useSite } from "~/lib/site";
import { buttonStyle } from "~/ui/button";
import { Waves } from "~/ui/drawings";
import { Icon } from "~/ui/icon";
import { Logo } from "./logo";
import { PaymentDue } from "./payment-due";
import { SiteHeader } from "./site-header";

export function SiteFrame({ children }: { children: ReactNode }) {
  const isBehind = inertIf(useIsBehindDialog());
  return (
    <>
      <div {...isBehind}>
        <a className="skip print:hidden" href="#main">
          Skip to content
        </a>
        <SiteHeader />
      </div>
      <main id="main" tabIndex={-1}>
        <PaymentDue className="page-width pt-6 print:hidden" />
        {children}
      </main>
      <div {...isBehind}>
        <SiteFooter />
      </div>
    </>
  );
}

const baseStyle = [
  "mt-14 grid gap-x-8 gap-y-3 border-t border-t-deep-line pt-4 text-small text-on-deep-soft",
  "md:grid-cols-[auto_minmax(0,1fr)] md:items-start",
].join(" ");

const footerLink = "inline-flex min-h-(--size-touch) min-w-(--size-touch) items-center text-on-deep";

/** Pages of the software that people look for without knowing where. */
const ownLinks = [
  { label: "Find my booking", href: "/find-booking" },
  { label: "Withdraw from a contract", href: withdrawPath() },
];

function SiteFooter() {
  const site = useSite();
  if (!site) return null;
  return (
    <footer className="on-deep relative print:hidden mt-(--space-section) overflow-hidden bg-deep text-on-deep">
      <Waves />
      <div className="page-width relative pt-34 pb-8 md:pt-42">
        <div className="grid justify-items-start gap-7 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
          <div className="grid gap-3.5 md:gap-4">
            <h2 className="text-display">
              Not sure where <em>to begin?</em>
            </h2>
            <p className="max-w-[30em] text-balance text-on-deep-soft">
              Tell me what you’re looking for, and I’ll suggest a session that fits.
            </p>
          </div>
          <a className={buttonStyle({ kind: "paper" })} href={site.contactUrl}>
            Contact me
          </a>
        </div>
        <div className={baseStyle}>
          <Logo name={site.name} isOnDeep />
          <ul className="grid gap-x-8 xs:grid-cols-[auto_1fr] md:flex md:flex-wrap md:justify-end md:gap-x-8">
            {[...ownLinks, ...site.navigation.footer].map(({ label, href }) => (
              <li key={href}>
                <Link className={footerLink} to={href}>
                  {label}
                </Link>
              </li>
            ))}
            {site.social.url && (
              <li>
                <a className={`${footerLink} gap-2`} href={site.social.url}>
                  {site.social.name} <Icon name="arrow-right" className="icon--s" />
                </a>
              </li>
            )}
          </ul>
          {site.isDemo && <p className="md:col-span-full">Demo: no real payments, no real emails</p>}
        </div>
      </div>
    </footer>
  );
}
