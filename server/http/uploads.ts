import { randomUUID } from "node:crypto";
import { FileStore } from "@tus/file-store";
import { ERRORS, Server } from "@tus/server";
import type { RequestHandler } from "express";
import { z } from "zod";
import { refuseImpersonator } from "../core/refuse-impersonator";
import { assertAdmin } from "../core/context";
import { DomainError, refusals } from "../core/errors";
import { logRefusedAccess } from "../core/security-log";
import type { Services } from "../core/services";
import { readSiteSettings } from "../core/site-settings";
import { announcedBy, incomingFolder } from "../platform/media/incoming";
import { finishUpload } from "../platform/media/keep-upload";
import { refuseTooLarge } from "../platform/media/media-kinds";
import { storageError, storageFull } from "../platform/media/storage-key";
import { giveTimeToUpload } from "./read-body";
import { authOf } from "./sign-in";

export const uploadsPath = "/api/uploads";
export const uploadMethods = ["OPTIONS", "POST", "HEAD", "PATCH", "DELETE"];

export const uploadForms = [
  /^\/admin\/sessions\/new(\.data)?$/,
  /^\/admin\/sessions\/[^/]+\/edit(\.data)?$/,
  /^\/admin\/one-to-one\/[^/]+(\.data)?$/,
  /^\/admin\/([a-z]+-recordings|collections\/[^/]+)\/[^/]+(\/captions\/[^/]+)?$/,
  /^\/admin\/products\/(collection|resource)\/[^/]+(\.data)?$/,
  /^\/admin\/pages\/[^/]+(\.data)?$/,
  /^\/admin\/import(\.data)?$/,
  /^\/admin\/(profile|look)(\.data)?$/,
];

export const isBelowUploads = (path: string): boolean => path === uploadsPath || path.startsWith(`${uploadsPath}/`);

/** Receives resumable uploads (tus) of admins. Metadata: `kind` and `filename`. The upload's id becomes the file's. */
export function uploadsHandler(services: Services): RequestHandler {
  const tus = tusServer(services);
  return async (request, response, next) => {
    try {
      const { session, user } = authOf(response);
      refuseImpersonator(session);
      assertAdmin(user);
      giveTimeToUpload(response);
      await tus.handle(request, response);
    } catch (error) {
      if (!(error instanceof DomainError)) return next(error);
      logRefusedAccess(services, error, { userId: authOf(response).user?.id, reason: "upload" });
      response.status(refusals[error.code].status).type("text").send(error.message);
    }
  };
}

function tusServer(services: Services): Server {
  const { settings, log } = services;
  return new Server({
    path: uploadsPath,
    datastore: new FileStore({ directory: incomingFolder(settings) }),
    relativeLocation: true,
    allowedOrigins: [new URL(settings.siteUrl).origin],
    namingFunction: () => randomUUID(),
    getFileIdFromRequest: (_request, last) => (z.uuid().safeParse(last).success ? last : undefined),
    onUploadCreate: (_request, { size, metadata }) =>
      withTusErrors(async () => {
        const announced = announcedBy(metadata);
        if (!announced)
          throw new DomainError("invalid", "Say what kind of file it is: video, sound, image, captions or download.");
        if (!size) throw new DomainError("invalid", size === 0 ? "The file is empty." : "Say how large the file is.");
        refuseTooLarge(await readSiteSettings(services), announced.kind, size);
        return {};
      }),
    onUploadFinish: (_request, { id }) =>
      withTusErrors(async () => {
        await finishUpload(services, id);
        return {};
      }),
    onResponseError: (_request, error) => {
      const failure = error === ERRORS.FILE_WRITE_ERROR ? storageFull(error) : storageError(error);
      if (failure instanceof DomainError) {
        log.error({ err: failure }, "upload could not be stored");
        return { status_code: refusals[failure.code].status, body: failure.message };
      }
      if ("status_code" in error) return;
      log.error({ err: error }, "upload failed");
      return { status_code: 500, body: "An error occurred" };
    },
  });
}

async function withTusErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw Object.assign(new Error(error.message), { status_code: refusals[error.code].status, body: error.message });
  }
}
