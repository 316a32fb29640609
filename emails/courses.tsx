import { Action, ScheduleAction } from "./parts/action";
import { exampleCustomer, exampleReference } from "./parts/examples";
import { Fact, ReferenceFact, Soft, SoftFact } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import { PaidFact, paymentKept, ReturnedFacts, returnedShortly } from "./parts/money";
import type { CustomerProps, PaidAmount, ReturnedMoney } from "./parts/props";

type CourseConfirmationProps = CustomerProps & {
  title: string;
  /** "Thu, Dec 3, 2026, 6:00 PM GMT", one for each date. */
  dates: string[];
  /** What is said of cancelling and of missed dates. */
  terms: string[];
  paid: PaidAmount;
  date: string;
  reference: string;
  courseUrl: string;
};

/** A mail to the buyer of a course, once it is paid, with all its dates; also the receipt. */
export const courseConfirmation: Template<CourseConfirmationProps> = {
  subject: ({ title }) => `Your course is booked: ${title}`,
  letter: ({ title, dates, terms, paid, date, courseUrl, ...props }) => (
    <Letter
      {...props}
      label="Course confirmation"
      preview={`Your place on every date of ${title} is booked.`}
      because={`you booked a course at ${props.site.name}.`}
      headline={["Your course", "is booked"]}
      greeting="Thank you"
      text={`Your place on every date of “${title}” is booked. Attached is a calendar file with all dates.`}
      action={
        <Action
          href={courseUrl}
          label="See your course"
          note="Please do not forward this email: its link opens your booking."
        />
      }
    >
      <Fact label="Course">{title}</Fact>
      <Fact label={dates.length === 1 ? "Date" : "Dates"}>
        {dates.map((each) => (
          <div key={each}>{each}</div>
        ))}
      </Fact>
      <PaidFact paid={paid} />
      <SoftFact label="Booked">{date}</SoftFact>
      {terms.length > 0 && (
        <Fact label="Terms">
          <Soft>{terms.join(" ")}</Soft>
        </Fact>
      )}
      <SoftFact label="Seller">{props.site.name}</SoftFact>
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: {
    ...exampleCustomer,
    title: "Six evenings of breathwork",
    dates: ["Thu, Dec 3, 2026, 6:00 PM GMT", "Thu, Dec 10, 2026, 6:00 PM GMT", "Thu, Dec 17, 2026, 6:00 PM GMT"],
    terms: [
      "You can cancel the course: dates that begin in more than 24 hours are refunded with their shares of the price.",
      "A date that you miss can be made up in another course.",
    ],
    paid: { amount: "£90.00", discount: null, isDue: false },
    date: "Tuesday, December 1, 2026",
    reference: exampleReference,
    courseUrl: "https://breathroom.example/my-course/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
  },
};

type CourseCancelledProps = CustomerProps & {
  title: string;
  /** The dates that are cancelled. */
  dates: string[];
  returned: ReturnedMoney;
  isKept?: boolean;
  reference: string;
};

/** A mail to the buyer who has cancelled a course, with the dates that end and what goes back. */
export const courseCancelled: Template<CourseCancelledProps> = {
  subject: ({ title }) => `Your course is cancelled: ${title}`,
  letter: ({ title, dates, returned, isKept, ...props }) => (
    <Letter
      {...props}
      label="Course cancelled"
      preview={`Your places have been released. ${isKept ? paymentKept : returnedShortly(returned)}`}
      because={`you booked a course at ${props.site.name}.`}
      headline={["Your course", "is cancelled"]}
      text={`Your places on the dates below have been released. ${isKept ? paymentKept : returnedShortly(returned)}`}
      action={<ScheduleAction {...props} note="Maybe other dates suit you." />}
    >
      <Fact label="Course">{title}</Fact>
      <Fact label={dates.length === 1 ? "Date" : "Dates"}>
        {dates.map((each) => (
          <div key={each}>{each}</div>
        ))}
      </Fact>
      <ReturnedFacts returned={returned} />
      <ReferenceFact {...props} />
    </Letter>
  ),
  example: {
    ...exampleCustomer,
    title: "Six evenings of breathwork",
    dates: ["Thu, Dec 10, 2026, 6:00 PM GMT", "Thu, Dec 17, 2026, 6:00 PM GMT"],
    returned: { byCard: "£60.00", byHand: null },
    reference: exampleReference,
  },
};
