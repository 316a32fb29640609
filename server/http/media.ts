import { Router, type Request, type RequestHandler, type Response } from "express";
import { z } from "zod";
import { DomainError, refusals } from "../core/errors";
import { getImage } from "../platform/media/media-files";
import { findPictureFor } from "../selling/recordings/collection";
import { getRecordingMedia, isRecordingPart, type RecordingPart } from "../selling/recordings/recording-media";
import { getResourceFile } from "../selling/resources/resource-files";
import type { MediaFile } from "../platform/media/media-kinds";
import { renditionOf } from "../platform/media/renditions";
import { FileMissingError } from "../platform/media/storage-key";
import { pathForLog } from "../core/log";
import { logRefusedAccess } from "../core/security-log";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { sendFile } from "./send-file";
import { authOf, readSession } from "./sign-in";
import { sendPlain } from "./plain-page";

/** A policy by which browsers ask each time, so that lost access takes effect at once. */
const privateCache = "private, no-cache";
const publicCache = "public, max-age=3600";
/** The header of what link previews and mails show. */
const embeddable = { "Cross-Origin-Resource-Policy": "cross-origin" };
const signedSeconds = 300;

/**
 * Streams files of recordings and resources to those with access now; `/images/:name`, `/logo` and pictures of
 * collections that are on are public.
 */
export function mediaRouter(services: Services): Router {
  const router = Router();
  const recording = withErrorAnswers(services, recordingMedia(services));
  const picture = (cache: string) => withErrorAnswers(services, collectionPicture(services, cache));
  router.get("/recordings/:id/:part(poster)", recording);
  router.get("/recordings/:id/:part(video|video-small|sound)", readSession(services), recording);
  router.get("/recordings/:id/:part(captions)/:language", readSession(services), recording);
  router.get("/collections/:slug/picture", picture(publicCache), readSession(services), picture(privateCache));
  router.get("/resources/:id/:fileId", readSession(services), withErrorAnswers(services, resourceFile(services)));
  router.get("/logo", withErrorAnswers(services, logo(services)));
  router.get("/images/:name", withErrorAnswers(services, image(services)));
  router.use((_request, response) => refuse(response, new DomainError("not_found", "Not found")));
  return router;
}

type Answer = (...[request, response]: Parameters<RequestHandler>) => Promise<void>;

function recordingMedia(services: Services): Answer {
  return async (request, response) => {
    const { id = "", part = "", language } = request.params;
    if (!z.uuid().safeParse(id).success || !isRecordingPart(part)) throw new DomainError("not_found", "Not found");
    const watcher = part === "poster" ? null : authOf(response).user;
    const isDownload = part === "sound" && request.query.download !== undefined;
    const media = await getRecordingMedia(services, watcher, { id, part, language, isDownload });
    if ("address" in media) return redirect(response, media.address);
    if (isDownload) response.attachment(media.fileName);
    const signed = await signedAddress(services, part, media.file, response.get("Content-Disposition"));
    if (signed) return redirect(response, signed);
    if (part === "poster") return sendPicture(services, request, response, media.file, publicCache);
    await sendFile(sending(services, request, response, media.file), privateCache);
  };
}

/** Asks for everybody first: what shared caches keep must not depend on a session, nor renew one. */
function collectionPicture(services: Services, cache: string): Answer {
  return async (request, response, next) => {
    const isPublic = cache === publicCache;
    const user = isPublic ? null : authOf(response).user;
    const file = await findPictureFor({ db: services.db, user }, request.params.slug ?? "");
    if (file) return sendPicture(services, request, response, file, cache);
    if (!isPublic) throw new DomainError("not_found", "Not found");
    next();
  };
}

function resourceFile(services: Services): Answer {
  return async (request, response) => {
    const { id = "", fileId = "" } = request.params;
    if (![id, fileId].every((part) => z.uuid().safeParse(part).success))
      throw new DomainError("not_found", "Not found");
    const file = await getResourceFile(services.db, authOf(response).user, { id, fileId });
    response.attachment(file.originalName);
    await sendFile(sending(services, request, response, file), privateCache);
  };
}

function image(services: Services): Answer {
  return async (request, response) => {
    const { name = "" } = request.params;
    if (!/^[\w.-]{1,100}$/.test(name)) throw new DomainError("not_found", "Not found");
    const file = await getImage(services.db, name);
    if (file.kind === "share") response.set(embeddable);
    await sendFile(sending(services, request, response, file), publicCache);
  };
}

/** For mails, which would otherwise show nothing once the logo is another one. */
function logo(services: Services): Answer {
  return async (request, response) => {
    const { look } = await readSiteSettings(services);
    if (!look.logo) throw new DomainError("not_found", "Not found");
    const file = await getImage(services.db, look.logo.path.slice("/media/images/".length));
    response.set(embeddable);
    await sendFile(sending(services, request, response, file), publicCache);
  };
}

/** Sends a picture in the size that the address asks for, as in "?size=480.webp". */
async function sendPicture(
  services: Services,
  request: Request,
  response: Response,
  file: MediaFile,
  cache: string,
): Promise<void> {
  const { size } = request.query;
  const rendition = renditionOf(file, typeof size === "string" ? size : undefined);
  await sendFile(sending(services, request, response, rendition), cache);
}

const sending = ({ storage, settings }: Services, request: Request, response: Response, file: MediaFile) => ({
  request,
  response,
  storage,
  file,
  accelLocation: settings.mediaAccelLocation,
});

/** What the store may send itself: browsers refuse captions from another origin, and posters are kept by caches. */
const redirectedParts: RecordingPart[] = ["video", "video-small", "sound"];

async function signedAddress(
  { settings, storage }: Services,
  part: RecordingPart,
  { storageKey, contentType }: MediaFile,
  disposition: string | undefined,
) {
  if (!settings.mediaRedirect || !redirectedParts.includes(part)) return undefined;
  return storage.signAddress?.(storageKey, { seconds: signedSeconds, contentType, disposition });
}

function redirect(response: Response, address: string): void {
  response
    .status(302)
    .set({ Location: address, "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" })
    .end();
}

function withErrorAnswers(services: Services, answer: Answer): RequestHandler {
  return async (request, response, next) => {
    try {
      await answer(request, response, next);
    } catch (error) {
      if (error instanceof DomainError) {
        logRefusedAccess(services, error, { userId: authOf(response)?.user?.id, reason: "media" });
        return refuse(response, error);
      }
      services.log.error({ err: error, path: pathForLog(request.originalUrl) }, "media failed");
      if (response.headersSent) return void response.destroy();
      if (error instanceof FileMissingError) return refuse(response, new DomainError("not_found", "Not found"));
      refuse(response, new DomainError("busy", "Please try again in a moment."));
    }
  };
}

function refuse(response: Response, { code, message }: DomainError): void {
  for (const name of ["ETag", "Accept-Ranges", "Content-Length", "Content-Disposition"]) response.removeHeader(name);
  const { status } = refusals[code];
  if (status === 401) response.set("WWW-Authenticate", 'Cookie realm="members"');
  if (status === 503) response.set("Retry-After", "5");
  const { req: request } = response;
  if (request.get("Accept")?.includes("text/html")) return sendPlain(request, response, { status, title: message });
  response.status(status).set("Cache-Control", "private, no-store").type("text").end(message);
}
