import { initTRPC, TRPCError } from "@trpc/server";
import { busyRefusal, DomainError, refusals } from "./errors";
import { refuseImpersonator } from "./refuse-impersonator";
import { logRefusedAccess } from "./security-log";
import type { Context } from "./context";

type Meta = {
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

/** Translates DomainErrors and database outages. `next()` never throws; it returns `{ ok: false }`. */
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

const refuseImpersonators = t.middleware(({ ctx, type, meta, next }) => {
  if (type === "mutation" && !meta?.worksWhileImpersonating) refuseImpersonator(ctx.session);
  return next();
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

export const publicProcedure = t.procedure.use(translateRefusals).use(refuseImpersonators);

/** Narrows `ctx.user`. Refuses an admin whose second factor is overdue. */
export const memberProcedure = publicProcedure.use(({ ctx, next }) => {
  if (ctx.session.overdueAdmin) throw new DomainError("forbidden", "Set up two-step sign-in first.");
  if (!ctx.user) throw new DomainError("unauthenticated", "Please sign in.");
  return next({ ctx: { ...ctx, user: ctx.user } });
});

/** Also admits an admin whose second factor is overdue, to set it up. */
export const holderProcedure = publicProcedure.use(({ ctx, next }) => {
  const user = ctx.user ?? ctx.session.overdueAdmin;
  if (!user) throw new DomainError("unauthenticated", "Please sign in.");
  return next({ ctx: { ...ctx, user } });
});

export const adminProcedure = memberProcedure.use(({ ctx, next }) => {
  if (ctx.user.role !== "admin") throw new DomainError("forbidden", "You do not have admin privileges");
  return next({ ctx });
});
