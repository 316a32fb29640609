import type { RequestHandler } from "express";
import { findRoom } from "../selling/bookings/show/join-session";
import { managedRef } from "../selling/bookings/schemas";
import type { Services } from "../core/services";
import { contextFor } from "../api/request-context";
import { holdSlot } from "./gate-slot";
import { addressOf, authOf } from "./sign-in";

/** Leads those who may join now on to the room. The page answers all others: no page or its data has the room's address. */
export function joinSession(services: Services): RequestHandler {
  return async (request, response, next) => {
    const ref = managedRef.safeParse({ bookingId: request.params.id, key: request.query.key });
    if (!ref.success) return next();
    const done = holdSlot(response);
    try {
      const asker = { cookieHeader: request.headers.cookie, address: addressOf(request), auth: authOf(response) };
      const room = await findRoom(contextFor(services, asker), ref.data);
      if (room === null) return next();
      response.status(303).location(room).set(onTheWay).end();
    } catch (error) {
      next(error);
    } finally {
      done();
    }
  };
}

const onTheWay = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" };
