export type SignInTab = "sign-in" | "sign-up" | "reset-password";

/** What an address of /sign-in passes on to its other tabs, dialogs and screens. */
const kept = ["confirmed", "email", "firstName", "lastName", "type", "purchase", "returnTo"];

export function tabOf(query: URLSearchParams): SignInTab {
  const tab = query.get("tab");
  return tab === "sign-up" || tab === "reset-password" ? tab : "sign-in";
}

/** Another screen of /sign-in for the same visitor: `more` is what makes it another one. */
export function signInAddress(query: URLSearchParams, more: Record<string, string> = {}, path = "/sign-in"): string {
  const passedOn = kept.flatMap((name) =>
    query
      .getAll(name)
      .slice(0, 1)
      .map((value) => [name, value]),
  );
  const address = new URLSearchParams([...Object.entries(more), ...passedOn]).toString();
  return address ? `${path}?${address}` : path;
}

const home = "/dashboard";

/** Where whoever came by a reset link is told to choose a new password. */
export const newPasswordPath = "/update-password";

/** Where the second step at sign-in is set up. */
export const secondFactorPath = "/dashboard/settings/second-factor";

/**
 * Where signing in leads to. What she wanted to buy comes first, then the page she came from (`returnTo`, already
 * checked to be ours), then what she has confirmed to get.
 */
export function destinationOf(query: URLSearchParams, returnTo: string | null): string {
  const type = query.get("type");
  if (query.get("purchase") === "true") {
    return type === "stress" ? "/stress-recordings?purchase=true" : "/birth-recordings?purchase=true";
  }
  if (returnTo) return returnTo;
  if (query.get("confirmed") !== "true") return home;
  if (type === "stress") return "/stress-recordings";
  return type === "birth" ? "/birth-recordings" : "/dashboard/resources";
}

/** The address that asks to be brought back to `address` afterwards. */
export const withReturn = (path: string, address: string): string =>
  address === home ? path : `${path}?${new URLSearchParams({ returnTo: address }).toString()}`;
