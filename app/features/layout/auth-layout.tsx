import type { ReactNode } from "react";
import { inertIf, useSite } from "~/lib/site";
import { Breath } from "~/ui/drawings";
import { Logo } from "./logo";

type DoorProps = {
  children: ReactNode;
  /** A dialog over the page, which makes the rest inert. */
  dialog?: ReactNode;
};

/** The frame of the pages for signing in and similar steps, with one form. */
export function Door({ children, dialog = null }: DoorProps) {
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
          <Logo name={site?.name ?? "Breathroom"} />
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

type DoorMessageProps = { title: string; children: ReactNode };

export function DoorMessage({ title, children }: DoorMessageProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="heading">{title}</h1>
      {children}
    </div>
  );
}
