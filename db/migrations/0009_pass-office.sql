ALTER TYPE "public"."import_format" ADD VALUE 'passes';--> statement-breakpoint
-- Entries keep what they say of credits. The reason that an admin has typed may name the holder, so that deleting an
-- account can take the name out, as it does in the audit log.
DROP TRIGGER credit_entries_kept ON credit_entries;
--> statement-breakpoint
CREATE TRIGGER credit_entries_kept
  BEFORE DELETE OR UPDATE OF id, pass_id, kind, amount, ticket_id, taken_id, created_at ON credit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
