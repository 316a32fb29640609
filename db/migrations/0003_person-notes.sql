CREATE TABLE "person_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"email" text,
	"note" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_notes_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "person_notes_email_unique" UNIQUE("email"),
	CONSTRAINT "person_notes_one_person" CHECK (num_nonnulls("person_notes"."user_id", "person_notes"."email") = 1)
);
--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;