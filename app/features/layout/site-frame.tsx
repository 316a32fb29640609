import type { ReactNode } from "react";
import { inertIf, useIsBehindDialog } from "~/lib/site";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** Header, page and footer. What lies behind an open dialog is out of reach. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const isBehind = inertIf(useIsBehindDialog());
  return (
    <>
      <div {...isBehind}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <SiteHeader />
      </div>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <div {...isBehind}>
        <SiteFooter />
      </div>
    </>
  );
}
