import { Action, Closing } from "./parts/action";
import { Fact, Facts } from "./parts/facts";
import { Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

/** To the instructor: a check has failed twice, so the site can't do part of its work. */
export type Props = { site: Site; name: string; what: string; todo: string; systemUrl: string };

export const subject = ({ site, name }: Props) => `${site.name} needs you: ${name}`;

export default function AdminSiteFault(props: Props) {
  const { site, name, what, todo } = props;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="A fault of the site"
      preview={`${name}: ${what}.`}
      because={`you run ${site.name}.`}
      headline={
        <>
          Your site <em>needs you</em>
        </>
      }
      text="A check has failed twice in five minutes. Until it is fine again, part of the site may not work. You get this email at most once a day."
    >
      <Facts>
        <Fact label="Check">{name}</Fact>
        <Fact label="Found">{what}</Fact>
        <Fact label="What to do">{todo}</Fact>
      </Facts>
      <Action href={props.systemUrl} label="See all checks" />
      <Closing text="See what’s on." href={site.url} label="Full schedule" />
    </Letter>
  );
}

export const example: Props = {
  site: exampleSite,
  name: "Stripe key",
  what: "Stripe rejects it",
  todo: "Copy STRIPE_SECRET_KEY again from https://dashboard.stripe.com/apikeys.",
  systemUrl: "https://breathroom.example/admin/system",
};
