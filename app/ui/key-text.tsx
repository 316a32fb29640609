import type { ReactNode } from "react";

export const KeyText = ({ className = "", children }: { className?: string; children: ReactNode }) => (
  <p className={`rounded-field bg-sunken px-3.5 py-2 font-mono wrap-anywhere ${className}`}>{children}</p>
);
