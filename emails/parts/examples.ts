import type {
  AdminBookingProps,
  AdminSessionProps,
  BookingProps,
  CustomerProps,
  PaymentProps,
  Person,
  SessionFacts,
  Site,
} from "./props";

export const exampleSite: Site = {
  name: "Breathroom",
  url: "https://breathroom.example",
  contactUrl: "https://www.breathroom.example/contact",
};

export const exampleSession: SessionFacts = {
  title: "Evening Wind-Down",
  category: "Breathwork",
  date: { day: "1", month: "Dec", year: "2026" },
  when: { date: "Tuesday, December 1, 2026", time: "7:30 PM", zone: "GMT", duration: "1h 30min" },
  where: ["Online"],
};

export const examplePerson: Person = { name: "Hannah Okafor", email: "hannah@example.com" };

export const exampleReference = "7B0C3A52";

export const exampleCustomer: CustomerProps = { site: exampleSite, firstName: "Hannah" };

export const exampleBooking: BookingProps = {
  ...exampleCustomer,
  session: exampleSession,
  reference: exampleReference,
};

export const exampleBookingUrl = "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c";

export const exampleWayIn = {
  isOnline: true,
  joinUrl: "https://breathroom.example/join/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=9a41c07be2d83f5610aa9a41c07be2d8",
  bookingUrl: exampleBookingUrl,
};

export const exampleUnsubscribeUrl =
  "https://breathroom.example/unsubscribe/0c9d2f1e-5a44-4d0f-8d55-1b2f7e1c9d22?key=9a3c51";

export const examplePayment: PaymentProps = {
  site: exampleSite,
  session: exampleSession,
  item: exampleSession.title,
  amount: "£14.40",
  reference: exampleReference,
};

export const exampleAdminSession: AdminSessionProps = {
  site: exampleSite,
  attendee: examplePerson,
  session: exampleSession,
  sessionUrl: "https://breathroom.example/admin/sessions/0d5a2f7e-51c8-5d8a-8b1c-2f7e1c9d1100",
};

export const exampleAdminBooking: AdminBookingProps = { ...exampleAdminSession, reference: exampleReference };
