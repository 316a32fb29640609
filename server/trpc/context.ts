import type { Currency } from "../pricing/money";
import type { Rates } from "../pricing/rates";
import type { Services } from "../services";

/** Whoever is signed in. */
export type SessionUser = { id: string; email: string; fullName: string; role: "member" | "admin" };

/** What a request says of its visitor. Nothing in it decides what anybody may do. */
export type Visitor = { currency: Currency; timeZone: string };

/** What a procedure works with: the process's services, who asks, and what a pound is worth now. */
export type Context = Services & { visitor: Visitor; user: SessionUser | null; rates: Rates };
