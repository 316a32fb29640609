import { Action } from "./parts/action";
import { exampleCustomer, exampleUnsubscribeUrl } from "./parts/examples";
import { Fact, FactLink } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { CustomerProps } from "./parts/props";

type RecordingsOpenedProps = CustomerProps & {
  series: string;
  seriesUrl: string;
  /** What has opened; never empty. */
  recordings: { title: string; url: string }[];
  /** In announcements only; added when the mail is sent. */
  unsubscribeUrl?: string;
};

const titlesOf = ({ recordings }: RecordingsOpenedProps): string => recordings.map(({ title }) => title).join(", ");

/** A mail to a buyer who asked to be told: parts of their collection have opened. */
export const recordingsOpened: Template<RecordingsOpenedProps> = {
  subject: (props) => `Open for you now: ${titlesOf(props)}`,
  letter: (props) => (
    <Letter
      {...props}
      label="Recordings"
      preview={`${titlesOf(props)} in ${props.series}.`}
      because={`you asked to be told when a part of ${props.series} opens.`}
      headline={["Something new", "is open for you"]}
      text={
        props.recordings.length === 1
          ? `The next part of ${props.series} is ready, whenever you are.`
          : `The next parts of ${props.series} are ready, whenever you are.`
      }
      action={
        <Action
          href={props.recordings.length === 1 ? (props.recordings[0]?.url ?? props.seriesUrl) : props.seriesUrl}
          label={props.recordings.length === 1 ? "Open the recording" : "Open the collection"}
          note="Sign in with the address this email was sent to."
        />
      }
      unsubscribeLabel="Unsubscribe from emails about this collection"
    >
      {props.recordings.map(({ title, url }) => (
        <Fact key={url} label="Open now">
          <FactLink href={url} label={title} />
        </Fact>
      ))}
      <Fact label="Part of">
        <FactLink href={props.seriesUrl} label={props.series} />
      </Fact>
    </Letter>
  ),
  example: {
    ...exampleCustomer,
    series: "Birth Recordings",
    seriesUrl: "https://breathroom.example/birth-recordings",
    recordings: [
      {
        title: "Around the Block",
        url: "https://breathroom.example/birth-recordings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
      },
    ],
    unsubscribeUrl: exampleUnsubscribeUrl,
  },
};
