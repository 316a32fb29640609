import { AnnouncementsCard, CalendarFeedCard, MemberOnly } from "./profile-cards";
import { Entry, EntryList } from "~/ui/list";
import { Badge } from "~/ui/badge";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeviceList } from "./device-list";
import { type ProfileData, ProfileForm } from "./profile-form";
import { Hint } from "~/ui/field-frame";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { inertIf, useIsBehindDialog } from "~/lib/site";

const settings = "/dashboard/settings";

type ProfileScreenProps = {
  data: ProfileData;
  path: string;
  refused: RefusedForm | undefined;
};

export function ProfileScreen({ data, path, refused }: ProfileScreenProps) {
  const { me, profile, devices, secondFactor, feed, openings, passwordPath } = data;
  return (
    <div className="grid max-w-208 gap-6" {...inertIf(useIsBehindDialog())}>
      <h1 className="text-display">Profile</h1>
      <Card title="Your details" badge={<Badge>Subscription: {profile.subscription}</Badge>}>
        <ProfileForm profile={profile} action={path} refused={refused} />
      </Card>
      <Card title="Password">
        <MemberOnly>
          <p>Changing it signs out every other device.</p>
          <ButtonLink id="change-password" kind="quiet" to={passwordPath} preventScrollReset>
            {me.hasPassword ? "Change Password" : "Set a password"}
          </ButtonLink>
        </MemberOnly>
      </Card>
      <SecondFactorCard {...secondFactor} />
      <CalendarFeedCard {...feed} action={`${settings}/calendar-feed`} />
      <AnnouncementsCard {...profile.announcements} action={`${settings}/announcements`} />
      <Card title="Invoices">
        <p>A company, an address and a tax number for the invoices on what you pay.</p>
        <ButtonLink kind="quiet" to={`${settings}/invoices`}>
          Details on your invoices
        </ButtonLink>
      </Card>
      <Card title="Signed-in devices">
        <DeviceList devices={devices} signOutOthersPath={`${settings}/devices`} />
      </Card>
      {openings.length > 0 && <OpeningsCard openings={openings} />}
      <DataCard />
    </div>
  );
}

function SecondFactorCard({ isOn, recoveryCodesLeft }: ProfileData["secondFactor"]) {
  if (!isOn) {
    return (
      <Card title="Two-step sign-in" badge={<Badge>Off</Badge>}>
        <MemberOnly>
          <p>Ask for a code from your phone as well as your password.</p>
          <ButtonLink kind="quiet" to={`${settings}/second-factor`}>
            Set up
          </ButtonLink>
        </MemberOnly>
      </Card>
    );
  }
  return (
    <Card title="Two-step sign-in" badge={<Badge tone="green">On</Badge>}>
      <p>
        You’re asked for a code from your authenticator app.{" "}
        {recoveryCodesLeft === 1 ? "1 recovery code is left." : `${recoveryCodesLeft} recovery codes are left.`}
      </p>
      <MemberOnly>
        <div className="flex flex-wrap gap-3">
          <ButtonLink kind="quiet" to={`${settings}/recovery-codes`}>
            New recovery codes
          </ButtonLink>
          <ButtonLink id="turn-off" kind="quiet" to={`${settings}/second-factor/off`} preventScrollReset>
            Turn off
          </ButtonLink>
        </div>
      </MemberOnly>
    </Card>
  );
}

function OpeningsCard({ openings }: Pick<ProfileData, "openings">) {
  return (
    <Card title="Opened by the instructor">
      <EntryList>
        {openings.map(({ id, at, reason }) => (
          <Entry key={id}>
            <div className="min-w-0">
              <p>Your account was opened by the instructor on {at}</p>
              {reason && <Hint className="wrap-anywhere">Reason: {reason}</Hint>}
            </div>
          </Entry>
        ))}
      </EntryList>
    </Card>
  );
}

const DataCard = () => (
  <Card title="Your data">
    <MemberOnly>
      <p>Everything this site knows about you in one file, without videos and pictures.</p>
      <a className={buttonStyle({ kind: "quiet" })} href={`${settings}/my-data.json`} download>
        Download my data
      </a>
      <p>Deleting your account can’t be undone. You’ll see what is deleted and what is kept before you confirm.</p>
      <ButtonLink kind="quiet" to={`${settings}/delete`}>
        Delete my account
      </ButtonLink>
    </MemberOnly>
  </Card>
);
