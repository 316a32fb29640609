import { adminProcedure, router } from "../trpc/init";
import { getUser } from "./get-user";
import { listUsers } from "./list-users";
import { userChange, userPassword, userQuery, userRef } from "./schemas";
import { sendPasswordReset } from "./send-password-reset";
import { setUserPassword } from "./set-user-password";
import { updateUser } from "./update-user";

export const usersRouter = router({
  list: adminProcedure.input(userQuery).query(({ ctx, input }) => listUsers(ctx, input)),
  get: adminProcedure.input(userRef).query(({ ctx, input }) => getUser(ctx, input)),
  update: adminProcedure.input(userChange).mutation(({ ctx, input }) => updateUser(ctx, input)),
  setPassword: adminProcedure.input(userPassword).mutation(({ ctx, input }) => setUserPassword(ctx, input)),
  sendReset: adminProcedure.input(userRef).mutation(({ ctx, input }) => sendPasswordReset(ctx, input)),
});
