import { purchasePath } from "./collections";
import { shownParameter } from "./short-address";

export type SignInTab = "sign-in" | "sign-up" | "reset-password";

/** The parameters that stay when switching between tabs and dialogs of /sign-in. */
const kept = ["confirmed", "email", "firstName", "lastName", "type", "purchase", "returnTo"];

export function tabOf(query: URLSearchParams): SignInTab {
  const tab = query.get("tab");
  return tab === "sign-up" || tab === "reset-password" ? tab : "sign-in";
}

/** Returns the address of another screen of /sign-in with the current parameters; `more` is added to them. */
export function signInAddress(query: URLSearchParams, more: Record<string, string> = {}, path = "/sign-in"): string {
  const passedOn = kept.filter((name) => query.has(name)).map((name) => [name, shownParameter(query, name)]);
  const address = new URLSearchParams([...Object.entries(more), ...passedOn]).toString();
  return address ? `${path}?${address}` : path;
}

const home = "/dashboard";

export const newPasswordPath = "/update-password";

export const secondFactorPath = "/dashboard/settings/second-factor";

export const homeOf = (role: "member" | "admin" | undefined): string => (role === "admin" ? "/admin" : home);

/** Returns where signing in should lead; null if not asked for. `returnTo` is already checked to be ours. */
export function destinationOf(
  query: URLSearchParams,
  returnTo: string | null,
  collections: { slug: string; path: string; isShown: boolean }[],
): string | null {
  const all = "/dashboard/resources";
  const named = collections.find(({ slug }) => slug === query.get("type"));
  if (query.get("purchase") === "true") {
    const sold = query.has("type") ? named : (collections.find(({ isShown }) => isShown) ?? collections[0]);
    return sold ? purchasePath(sold.path) : all;
  }
  if (returnTo) return returnTo;
  if (query.get("confirmed") !== "true") return null;
  return named?.path ?? all;
}

/** Returns an address that leads back to `address` afterwards; without one, to the user's home. */
export const withReturn = (path: string, address: string | null): string =>
  address === null || address === home ? path : `${path}?${new URLSearchParams({ returnTo: address }).toString()}`;
