import type { Settings } from "../../core/env";
import type { FixedPage } from "../../core/page-addresses";
import type { SiteSettings } from "../../core/site-settings";

/** Stands at the top of the texts that the instructor has to check; a page with it cannot be published. */
export const reviewNote =
  "> **A starting text.** Check every sentence, fill in what is in [square brackets], and then delete this note.";

const underReview = (text: string) => `${reviewNote}\n\n${text}`;

const about = `[Who you are, how you came to breathwork, and where you trained.]

## How I work

[What happens in a session, how large the groups are, and who they are for.]`;

const faq = `## What do I need for a session?

[For example: a quiet place, a mat or a bed, a blanket, and headphones if you have them.]

## May I cancel?

The terms for your booking are shown before you book and in your confirmation. You can cancel or change it with the link in that email.

## Is breathwork safe for me?

[What you tell people about their health. It does not replace the advice of a doctor.]`;

const privacy = `[Your name and postal address] is responsible for what this site, (site:), stores about you. Write to [your email address] with any question.

## What is stored, and why

**When you book:** your name, your email address, the session, the price and any discount code, your time zone, and what you write in the notes. I need these to hold your place and to tell you about your session. If you tell me something about your health, I read it to keep you safe, and only because you chose to tell me.

**When you join a waitlist:** your name, your email address and your time zone, to offer you a place.

**When you create an account:** your name, your email address, your settings, and your password in a form that cannot be turned back into the password. The site also stores which browsers are signed in and when they were last used, so that you can sign them out.

**When you buy a recording or a resource:** your name, your email address, what you bought, and that you asked for it at once. For members, the site remembers how far they have watched.

**When you withdraw from a purchase:** your name, your email address, what you write about it, and what I decide.

**Emails:** what was sent to you and when, and whether it could be delivered.

**Security:** failed attempts and the number of requests from a network are counted for a short time, to stop abuse. The server’s log contains no names or email addresses.

## Who else receives it

- **Stripe** takes payments. Your card number goes to Stripe only and never to this site. See [Stripe’s privacy policy](https://stripe.com/privacy).
- **Resend** delivers emails. See [Resend’s privacy policy](https://resend.com/legal/privacy-policy).
- **[Your hosting company]** runs the server in [country].
- **[Your service for geolocation, or delete this line]** receives the address of your first visit, to choose a currency.
- **[The service on which your online sessions take place]** has a privacy policy of its own.

This site loads no advertising and no tracking, and asks no other company to measure your visit. Some recordings may be stored with another provider; your browser then loads them from there.

## Cookies

The site uses only cookies that it needs: one that keeps you signed in, one that recognises a browser from which you signed in before, your currency, your time zone and how you play recordings, and short-lived ones that keep what you typed or remember a booking that you have just made in this browser. If you buy a pass without an account or open the link to it, a cookie remembers the pass, so that you can book with it.

## How long it is kept

Your bookings and purchases are kept for [the number of years that bookkeeping requires where you live]. Signing in ends after 30 days without a visit. If you delete your account, your personal data is removed from it; what bookkeeping requires remains without your name.

## Your rights

You may ask what is stored about you, have it corrected or deleted, object to its use, and take it with you. Members can download their data and delete their account under Profile. You may also complain to [your data protection authority].`;

const terms = `These are the terms of [your name and postal address] for sessions, recordings and learning resources booked or bought on (site:).

## Sessions

A booking is complete when you see its confirmation. A place that must be paid for is held for a short time while you pay. Until when you may cancel free of charge is shown before you book and in your confirmation.

If I have to cancel a session, you get back what you paid. If I move it to another time, I write to you, and you may cancel.

## Recordings and learning resources

You buy access for yourself. Please do not pass them on or show them in public. [What you promise about the length of access.]

## Right of withdrawal

Consumers may withdraw from a purchase of recordings or learning resources within 14 days, without giving a reason. The 14 days begin on the day after the purchase. To withdraw, use [this page](/withdraw), or write to me. You get a receipt at once, and your money back the way you paid, within 14 days.

Your right to withdraw ends before that if you asked for access at once, confirmed that you know this, and I confirmed it by email. The box before you pay is for that, and your receipt repeats it. Where you may leave the box empty, access begins when the 14 days are over.

Sessions take place on a date of their own, so there is no right to withdraw from a booking. Until when you may cancel it free of charge is shown before you book.

[What else the law where you and your customers live asks you to say about withdrawing, such as a model form.]

## Prices and payment

Prices are shown in the currency that you choose[, and include VAT]. Stripe takes payments by card. What you pay is the amount that was shown before you paid.

## Your health

Breathwork does not replace medical or psychological treatment. Please read the health statement before you book, and ask your doctor if any of it applies to you. You can stop at any moment.

## Law

[Which law applies, and what your country requires you to say about settling disputes.]`;

const accessibility = `Everyone should be able to book a session and listen to a recording here. The aim is WCAG 2.2, level AA.

## What is tested

These tests run on every change of the site.

- Every page and dialog is checked with axe-core for the rules of WCAG 2.2, levels A and AA, in light and dark colours.
- Booking, signing up, watching a recording, editing a session and checking people in are tested with the keyboard alone.
- Every page fits a phone of 390 pixels without scrolling sideways, also with text at twice its size.
- Every button, link and field is at least 44 pixels wide and high on a phone, except for links within a sentence.
- Every form and link works without JavaScript, and a form that is refused keeps what you typed.

## What else was done

- Pages and emails follow your settings for dark colours; pages also those for high contrast and reduced motion.
- Changes of a page are announced, and the focus returns to where it was when a dialog closes.

## What does not work yet

- No one who uses a screen reader every day has tested the site yet. Chromium is the only browser in the tests.
- Recordings have captions only where a file with captions was added.
- You pay on a page of our payment provider, Stripe, which we cannot change.
- PDF files among the learning resources may not be readable by screen readers. Ask for the text if you need it.

## Tell me what gets in your way

Is something hard to use, or do you need it in another form? [Write to me](contact:), and say which page it is and what you use to read it. I can also book a session for you.`;

const birth = `Birth asks a great deal of the body, and the breath is the one part of it that listens when you speak.

## Before

In the last weeks of waiting, a few minutes a day teach your body what calm feels like, so that it knows the way back.

## During

One steady rhythm to hold on to from the first surge to the last, with a part in it for the person with you.

## After

Soft, short practices for the first hour, the first nights and the first walk around the block.

[Explore Birth Recordings](/birth-recordings) · [Join a Live Session](/live-sessions)`;

const texts: Record<FixedPage, string> = {
  about: underReview(about),
  faq: underReview(faq),
  privacy: underReview(privacy),
  terms: underReview(terms),
  accessibility: underReview(accessibility),
  "breathwork-for-birth": birth,
};

/** What a starting text says of this site. */
export type StartingFacts = {
  siteName: string;
  siteUrl: string;
  /** Null until there is a profile. */
  instructor: string | null;
  /** A mailto or web address. */
  contact: string;
};

export const startingFacts = ({ name, profile, marketing }: SiteSettings, { siteUrl }: Settings): StartingFacts => ({
  siteName: name,
  siteUrl,
  instructor: profile?.name ?? null,
  contact: marketing.contact,
});

/** Returns what a page's form is filled with before anything has been saved; what is not known stays in brackets. */
export function startingText(slug: FixedPage, { siteName, siteUrl, instructor, contact }: StartingFacts): string {
  const text = texts[slug].replace("(contact:)", `(${contact})`);
  const known = text
    .replace("(site:)", () => `${escapeMarkdown(siteName)} (${new URL(siteUrl).host})`)
    .replace("[your email address]", (gap) => contactLink(contact) ?? gap);
  if (instructor === null) return known;
  return known.replace(
    /\[your name and postal address\]/i,
    () => `${escapeMarkdown(instructor)}, [your postal address],`,
  );
}

/** Returns a page's text with all its gaps. */
export const unfilledText = (slug: FixedPage): string => texts[slug];

function contactLink(contact: string): string | null {
  if (contact.startsWith("mailto:")) return `[${contact.slice("mailto:".length)}](${contact})`;
  return contact.startsWith("https:") ? `[my contact page](${contact})` : null;
}

/** Keeps what is typed elsewhere from being read as Markdown. */
const escapeMarkdown = (words: string): string => words.replaceAll(/[\\`*_[\]<>#]/g, "\\$&");
