import type { ReactNode } from "react";

type PageHeadProps = {
  title: string;
  /** One sentence on what the page is for, or what is shown. */
  lede?: ReactNode;
  /** Links and buttons, the main one last. */
  children?: ReactNode;
};

/** A page's title, with what can be done on the page beside it. */
export function PageHead({ title, lede, children }: PageHeadProps) {
  return (
    <div className="pagehead">
      <div className="pagehead__what">
        <h1 className="display">{title}</h1>
        {lede && <p className="lede">{lede}</p>}
      </div>
      {children && <div className="pagehead__actions">{children}</div>}
    </div>
  );
}
