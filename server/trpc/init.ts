import { initTRPC, TRPCError } from "@trpc/server";
import { busyRefusal, DomainError, refusals } from "../core/errors";
import { refuseImpersonator } from "../accounts/impersonation";
import { logRefusedAccess } from "../core/security-log";
import type { Context } from "../core/context";

/** What a procedure says of itself. */
type Meta = {
  /** This mutation works while the instructor looks at a member's account; no other does. */
  worksWhileImpersonating?: boolean;
};

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const { stack: _, ...data } = shape.data;
      return {
        ...shape,
        data,
        message: error.code === "INTERNAL_SERVER_ERROR" ? "An error occurred" : shape.message,
      };
    },
  });

/**
 * A verb's refusal becomes tRPC's own, and a database that can't be asked right now a refusal. `next()` never throws: it
 * answers `{ ok: false }`.
 */
const translateRefusals = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  const refusal = cause instanceof DomainError ? cause : busyRefusal(cause);
  if (!refusal) return result;
  if (refusal !== cause) ctx.log.warn({ err: cause, path }, "procedure not available");
  const { code, message } = refusal;
  logRefusedAccess(ctx, refusal, { userId: ctx.user?.id, reason: path });
  return { ...result, error: new TRPCError({ code: refusals[code].trpc, message, cause: refusal }) };
});

/** What stands where the instructor looks at a member's account is for looking at, all of it. */
const refuseImpersonators = t.middleware(({ ctx, type, meta, next }) => {
  if (type === "mutation" && !meta?.worksWhileImpersonating) refuseImpersonator(ctx.session);
  return next();
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** For everyone. */
export const publicProcedure = t.procedure.use(translateRefusals).use(refuseImpersonators);

/** For signed-in members; narrows `ctx.user`. Refuses an admin whose second factor is overdue. */
export const memberProcedure = publicProcedure.use(({ ctx, next }) => {
  if (ctx.session.overdueAdmin) throw new DomainError("forbidden", "Set up a second step at sign-in first.");
  if (!ctx.user) throw new DomainError("unauthenticated", "Please sign in.");
  return next({ ctx: { ...ctx, user: ctx.user } });
});

/** As `memberProcedure`, and for an admin whose second factor is overdue: for what sets it up. */
export const ownerProcedure = publicProcedure.use(({ ctx, next }) => {
  const user = ctx.user ?? ctx.session.overdueAdmin;
  if (!user) throw new DomainError("unauthenticated", "Please sign in.");
  return next({ ctx: { ...ctx, user } });
});

/** For the instructor. */
export const adminProcedure = memberProcedure.use(({ ctx, next }) => {
  if (ctx.user.role !== "admin") throw new DomainError("forbidden", "You do not have admin privileges");
  return next({ ctx });
});
