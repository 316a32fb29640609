import type { ReactNode } from "react";
import { inertIf, useIsBehindDialog, useSite } from "~/lib/site";
import { Waves } from "~/ui/drawings";
import { Icon } from "~/ui/icon";
import { Logo } from "./logo";
import { SiteHeader } from "./site-header";

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

function SiteFooter() {
  const site = useSite();
  if (!site) return null;
  return (
    <footer className="foot on-deep">
      <Waves />
      <div className="wrap foot__in">
        <div className="foot__cta">
          <div>
            <h2 className="display">
              Not sure where <em>to begin?</em>
            </h2>
            <p>Write a line about what you are looking for, and you will hear back about which session fits.</p>
          </div>
          <a className="btn btn--paper" href={site.contactUrl}>
            Contact me
          </a>
        </div>
        <div className="foot__base">
          <Logo name={site.name} />
          {site.isDemo && <p>Demo: no real payments, no real e-mails</p>}
          <a href={site.social.url}>
            {site.social.name} <Icon name="arrow-right" className="icon--s" />
          </a>
        </div>
      </div>
    </footer>
  );
}
