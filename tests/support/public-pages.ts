import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Services } from "@server/core/services";
import { apiFor, idOf, load, siteSettingsOf } from "~/server/api.server";
import { serve } from "./http-app";

type Args = LoaderFunctionArgs;
type PageLoader = (args: Args) => Promise<object>;

/** Serves what the loaders of the root and of a public page read. */
const page = (own: PageLoader) => ({
  loader: async (args: Args) => {
    const collections = await load(apiFor(args).recordings.listCollections());
    const hasPasses = await load(apiFor(args).passes.isAnySold());
    const hasGiftCards = await load(apiFor(args).giftCards.isAnySold());
    const hasOneToOne = await load(apiFor(args).oneToOne.isAnySold());
    const [settings, loaded] = [await siteSettingsOf(args.context), await own(args)];
    return Response.json({ settings, collections, hasPasses, hasGiftCards, hasOneToOne, loaded });
  },
});

const session: PageLoader = async (args) => {
  const [{ schedule, bookings, testimonials }, id] = [apiFor(args), idOf(args)];
  const quotes = await load(testimonials.forSession({ sessionId: id }));
  return { ...(await load(schedule.get({ id }))), terms: await load(bookings.getTerms({ sessionId: id })), quotes };
};

const home: PageLoader = async (args) => {
  const { schedule, testimonials, oneToOne } = apiFor(args);
  const quotes = await load(testimonials.forHome());
  return { ...(await load(schedule.listUpcoming(queryOf(args)))), quotes, offers: await load(oneToOne.list()) };
};

const queryOf = ({ request }: Args) => Object.fromEntries(new URL(request.url).searchParams);

const cards: PageLoader = (args) => {
  const { tab, ...filter } = queryOf(args);
  const { schedule } = apiFor(args);
  return tab === "past" ? load(schedule.listPast(filter)) : load(schedule.listCards(filter));
};

const publicPages: Record<string, object> = {
  "": page(home),
  "live-sessions": page(cards),
  "sessions/:id": page(session),
  about: page((args) => load(apiFor(args).pages.get({ slug: "about" }))),
  resources: page(async (args) => ({ resources: await load(apiFor(args).resources.list({ search: "" })) })),
  "resources/:id": page((args) => load(apiFor(args).resources.get({ id: idOf(args) }))),
  "passes/:id": page((args) => load(apiFor(args).passes.get({ id: idOf(args) }))),
  "gift-cards": page((args) => load(apiFor(args).giftCards.list())),
  "birth-recordings": page((args) => load(apiFor(args).recordings.getCollection({ collection: "birth" }))),
};

export type PublicSite = {
  url: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
};

/** Serves the data of the public pages as a process of its own would: with its own finished pages. */
export async function servePublicPages(services: Services, more: Record<string, object> = {}): Promise<PublicSite> {
  const { url, stop } = await serve(services, { ...publicPages, ...more });
  return { url, stop, get: (path, headers = {}) => fetch(url + path, { headers }) };
}

/** The same without finished pages: each answer is made anew. */
export const servePlainly = (services: Services): Promise<PublicSite> =>
  servePublicPages({ ...services, settings: { ...services.settings, finishedPagesMb: 0 } });
