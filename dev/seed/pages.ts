import type { Transaction } from "@db/client";
import { sitePages, sitePageVersions, testimonials } from "@db/schema";
import { seedId } from "./seed-id";
import { seriesNamed } from "./timetable";

type DemoPage = { title: string; place: "menu" | "footer"; orderIndex: number; text: string };

/** Writes the pages of the demo. */
export async function seedPages(tx: Transaction, now: Date): Promise<void> {
  for (const [slug, { title, place, orderIndex, text }] of Object.entries(pages)) {
    const id = seedId(`page ${slug}`);
    await tx.insert(sitePages).values({ id, slug, place, orderIndex, publishedVersion: 1, createdAt: now });
    await tx.insert(sitePageVersions).values({ pageId: id, number: 1, title, text, createdAt: now });
  }
}

/** Adds what people say, with the record of their consent. */
export async function seedTestimonials(tx: Transaction, now: Date): Promise<void> {
  const consentOn = new Date(now.getTime() - 60 * 86_400_000).toISOString().slice(0, 10);
  const published = { isPublished: true, consentOn, createdAt: now };
  await tx.insert(testimonials).values([
    {
      ...published,
      id: seedId("testimonial evenings"),
      quote: "I came to sleep better, and I do. What I did not expect is how much kinder the evenings have become.",
      shownName: "Rosa V.",
      line: "Member since 2024",
      consentKind: "email",
      consentNote: "Her mail after the sixth session. First name and initial only.",
    },
    {
      ...published,
      id: seedId("testimonial first tuesday"),
      quote:
        "The first hour in the month that belongs to me. You don’t have to share anything, and it is fine to fall asleep.",
      shownName: "Jon",
      line: "On First Tuesday",
      seriesId: seriesNamed("first-tuesday"),
      orderIndex: 1,
      consentKind: "form",
    },
  ]);
}

const about = `I am Clara, and I teach people to breathe on purpose: on screens in the evening, and in a loft by the harbour once a month.

## How I came to it

I was a midwife for eleven years. Much of what I know about breathing I learned at three in the morning, from people who had no time for theory.

## How I work

Groups are small, and you may stop at any moment. I say what we do and why before we do it. You don’t have to share anything.

Clara and her sessions are made up: this site is a demo.`;

const faq = `## What do I need for a session?

Somewhere to lie down, a blanket, and half an hour to yourself afterwards.

## May I keep my camera off?

Yes. I like to see who is there for the first minute, and after that it is up to you.

## May I cancel?

Yes. Until when it is free is shown before you book and in your confirmation.

## I am pregnant. May I come?

Please ask your midwife or doctor first, and tell me when you book. Some practices are not for pregnancy, and I offer others in their place.`;

const terms = `This site is a demo: nothing is sold here, no money is taken, and no session takes place.

## Booking

A place is yours when you see the confirmation. Until when you may cancel free of charge is shown before you book.

## If I have to cancel

You get back what you paid.`;

const privacy = `This site is a demo on your own computer. What you type stays there, emails are written to a mailbox that only you see, and no payment leaves it.

## What is stored

What you type into a form, what you book and buy, and the browsers that are signed in, so that you can look around.

## Cookies

Only those that the site needs: to keep you signed in, and to remember your currency, your time zone and how you play recordings.`;

const pages: Record<string, DemoPage> = {
  about: { title: "About", place: "menu", orderIndex: 0, text: about },
  faq: { title: "Questions and answers", place: "footer", orderIndex: 0, text: faq },
  terms: { title: "Terms", place: "footer", orderIndex: 2, text: terms },
  privacy: { title: "Privacy", place: "footer", orderIndex: 3, text: privacy },
};
