import type { Device } from "@server/accounts/devices";
import type { FeedAddress } from "@server/bookings/booking-calendar";
import type { Opening, Profile } from "@server/members/profile";

/** What the profile's loader answers. */
export type ProfileData = {
  me: { hasPassword: boolean };
  profile: Profile;
  devices: Device[];
  secondFactor: { isOn: boolean; recoveryCodesLeft: number };
  feed: FeedAddress;
  openings: Opening[];
  passwordPath: string;
};
