import type { ReactNode } from "react";

export const EntryList = ({ children }: { children: ReactNode }) => <ul className="grid w-full">{children}</ul>;

export const Entry = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-3.5">
    {children}
  </li>
);
