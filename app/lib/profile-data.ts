import type { Device } from "@server/accounts/devices";
import type { Profile } from "@server/profile/get-profile";
import type { Opening } from "@server/profile/list-openings";

/** What the profile's loader answers. */
export type ProfileData = {
  me: { hasPassword: boolean };
  profile: Profile;
  devices: Device[];
  secondFactor: { isOn: boolean; recoveryCodesLeft: number };
  feedAddress: string | null;
  openings: Opening[];
  passwordPath: string;
};
