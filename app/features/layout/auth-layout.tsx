import type { ReactNode } from "react";
import { inertIf, useSite } from "~/lib/site";
import { Breath } from "~/ui/drawings";
import { Logo } from "./logo";

type AuthLayoutProps = {
  children: ReactNode;
  /** A dialog over the page, which is inert meanwhile. */
  dialog?: ReactNode;
};

/** The layout of the sign-in pages: a drawing on one side, the form on the other. */
export function AuthLayout({ children, dialog = null }: AuthLayoutProps) {
  const site = useSite();
  const isBehind = inertIf(dialog !== null);
  return (
    <>
      <div {...isBehind}>
        <a className="skip" href="#main">
          Skip to content
        </a>
      </div>
      <div className="door">
        <header className="door__art on-deep" {...isBehind}>
          <Breath />
          <Logo name={site?.name ?? "Breathroom"} isOnDeep />
          <p>
            Breathe in for four. Out <em>for six.</em> Come in.
          </p>
        </header>
        <main id="main" tabIndex={-1} className="door__form">
          <div className="door__in" {...isBehind}>
            {children}
          </div>
          {dialog}
        </main>
      </div>
    </>
  );
}

type AuthMessageProps = { title: string; children: ReactNode };

/** A heading, a few words and the next step, in place of a form. */
export function AuthMessage({ title, children }: AuthMessageProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="heading">{title}</h1>
      {children}
    </div>
  );
}
