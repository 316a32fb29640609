import { createContext } from "react";

/** Marks the server's own scripts for the content security policy; the browser has no use for it. */
export const NonceContext = createContext<string | undefined>(undefined);
