import type { ReactNode } from "react";

export const MiniList = ({ children }: { children: ReactNode }) => <ul className="w-full">{children}</ul>;

export const miniFrame = "relative border-t border-line py-3.5";

type MiniItemProps = { title: string; text: ReactNode; action: ReactNode };

export const MiniItem = ({ title, text, action }: MiniItemProps) => (
  <li className={`grid grid-cols-1 justify-items-start gap-2 ${miniFrame}`}>
    <MiniText title={title}>
      <p>{text}</p>
    </MiniText>
    {action}
  </li>
);

export const MiniText = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="w-full text-small leading-[1.4] text-ink-soft">
    <h3 className="text-[1.1875rem] leading-[1.25] text-ink">{title}</h3>
    {children}
  </div>
);
