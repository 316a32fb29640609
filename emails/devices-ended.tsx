import { Action, Closing } from "./parts/action";
import { Fact, Facts, Lines } from "./parts/facts";
import { Letter } from "./parts/letter";
import { greet, Opening } from "./parts/opening";
import { previewSite } from "./parts/preview-data";
import type { Site } from "./parts/props";

/** To the owner of an account, after devices were signed out from the profile. */
export type Props = {
  site: Site;
  firstName: string;
  /** "Safari on iPhone, signed in on November 20, 2026 at 9:05 AM", one for each. */
  devices: string[];
  /** "Tuesday, December 1, 2026 at 7:30 PM GMT". */
  endedAt: string;
  /** "Firefox on Linux". */
  endedFrom: string;
  /** The page that mails a link to choose another password. */
  resetUrl: string;
};

const what = ({ devices }: Props) =>
  devices.length === 1 ? "A device was signed out" : `${devices.length} devices were signed out`;

export const subject = (props: Props) => `${what(props)}: ${props.site.name}`;

export default function DevicesEnded(props: Props) {
  const { site } = props;
  return (
    <Letter
      siteName={site.name}
      title={subject(props)}
      label="Your account"
      preview="If it was you, there is nothing to do."
      because={`You are receiving this because you have an account at ${site.name}.`}
    >
      <Opening headline={what(props)}>
        {`${greet("Hello", props.firstName)} ${what(props)} from your account. If it was you, there is nothing to do.`}
      </Opening>
      <Facts>
        <Fact label={props.devices.length === 1 ? "Device" : "Devices"}>
          <Lines lines={props.devices} />
        </Fact>
        <Fact label="When">{props.endedAt}</Fact>
        <Fact label="From">{props.endedFrom}</Fact>
      </Facts>
      <Action
        href={props.resetUrl}
        label="That was not me"
        note="Then have a link sent to you, and choose another password straight away."
      />
      <Closing text="Do you need help? Write to me." href={site.contactUrl} label="Contact me" />
    </Letter>
  );
}

export const preview: Props = {
  site: previewSite,
  firstName: "Hannah",
  devices: ["Safari on iPhone, signed in on November 20, 2026 at 9:05 AM"],
  endedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
  endedFrom: "Firefox on Linux",
  resetUrl: "https://breathroom.example/sign-in?tab=reset-password",
};
