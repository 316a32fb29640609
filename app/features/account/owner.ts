/** What an owner's form asks for: the current password, nothing after a mailed link, or a link first. */
export type OwnerCheck = "password" | "none" | "link";

/** Returns it from what `accounts.me` answers. */
export function ownerCheckOf(me: { hasPassword: boolean; mayChooseNewPassword: boolean }): OwnerCheck {
  if (me.mayChooseNewPassword) return "none";
  return me.hasPassword ? "password" : "link";
}
