import type { ReactNode } from "react";
import { inertIf, useSite } from "~/lib/site";
import { Breath } from "~/ui/drawings";
import { Logo } from "./logo";

type AuthLayoutProps = {
  children: ReactNode;
  /** A dialog over the page, which is inert meanwhile. */
  dialog?: ReactNode;
  /** The page of a site without an admin, which has no home. */
  isBeforeHome?: boolean;
};

const artStyle = [
  "relative grid content-between justify-items-start gap-16 overflow-hidden bg-deep px-(--space-gutter) pt-4 pb-8",
  "text-on-deep md:px-14 md:pt-6 md:pb-14",
].join(" ");

const wordsStyle = [
  "relative max-w-[11em] font-display text-[min(2.125rem,11vw)] leading-[1.12] font-light tracking-tight text-balance normal-nums",
  "md:text-[clamp(2.75rem,4.2vw,4rem)] md:leading-display",
].join(" ");

export function AuthLayout({ children, dialog = null, isBeforeHome = false }: AuthLayoutProps) {
  const site = useSite();
  const isBehind = inertIf(dialog !== null);
  return (
    <>
      <div {...isBehind}>
        <a className="skip print:hidden" href="#main">
          Skip to content
        </a>
      </div>
      <div className="grid min-h-dvh grid-rows-[auto_1fr] md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:grid-rows-none">
        <header className={`on-deep ${artStyle}`} {...isBehind}>
          <Breath className="-top-52 -right-60 w-136 md:-top-40 md:-right-104 md:w-232" isOnDeep />
          <Logo name={site?.name ?? "Breathroom"} isOnDeep className="relative" reloadDocument={isBeforeHome} />
          <p className={wordsStyle}>
            Breathe in for four. Out <em>for six.</em> Come in.
          </p>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="grid content-start px-(--space-gutter) pt-8 pb-16 md:pt-[max(3rem,50vh-13rem)] md:pb-12"
        >
          <div className="mx-auto grid w-full max-w-108 gap-6" {...isBehind}>
            {children}
          </div>
          {dialog}
        </main>
      </div>
    </>
  );
}

type AuthMessageProps = { title: string; children: ReactNode };

export function AuthMessage({ title, children }: AuthMessageProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-heading">{title}</h1>
      {children}
    </div>
  );
}
