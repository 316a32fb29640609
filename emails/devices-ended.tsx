import { ContactClosing, NotMe } from "./parts/action";
import { Fact, Facts, Lines } from "./parts/facts";
import { greet, Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

export type Props = {
  site: Site;
  firstName: string;
  devices: string[];
  endedAt: string;
  endedFrom: string;
  resetUrl: string;
};

const what = ({ devices }: Props) =>
  devices.length === 1 ? "A device was signed out" : `${devices.length} devices were signed out`;

export const subject = (props: Props) => `${what(props)}: ${props.site.name}`;

export default function DevicesEnded(props: Props) {
  const { site } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Your account"
      preview="If this was you, there is nothing to do."
      because={`you have an account at ${site.name}.`}
      headline={what(props)}
      text={`${greet("Hello", props.firstName)} ${what(props)} from your account. If this was you, there is nothing to do.`}
    >
      <Facts>
        <Fact label={props.devices.length === 1 ? "Device" : "Devices"}>
          <Lines lines={props.devices} />
        </Fact>
        <Fact label="When">{props.endedAt}</Fact>
        <Fact label="From">{props.endedFrom}</Fact>
      </Facts>
      <NotMe resetUrl={props.resetUrl} />
      <ContactClosing site={site} text="Need help? Write to me." />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  firstName: "Hannah",
  devices: ["Safari on iPhone, signed in on Friday, November 20, 2026 at 9:05 AM"],
  endedAt: "Tuesday, December 1, 2026 at 7:30 PM GMT",
  endedFrom: "Firefox on Linux",
  resetUrl: "https://breathroom.example/sign-in?tab=reset-password",
};
