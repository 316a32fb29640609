import { liveSessions } from "@db/schema";
import { getTableColumns } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { columnsOfProducts } from "./product-columns";

/** A session holds nothing personal or secret: a new column is exported without being listed. */
const columnsOfSessions = Object.keys(getTableColumns(liveSessions)).map(toSnakeCase).join(" ");

/**
 * Every column of every table, by its name in the database: exported, or withheld. Withheld are passwords, keys, tokens,
 * hashes, links that work without signing in, mails that hold such links, health notes, and what the site keeps for
 * itself. A test fails for a column that is in neither list.
 */
export const columnsOfTables: Record<string, { exported: string; withheld: string }> = {
  account_tokens: {
    exported: "",
    withheld: "id user_id purpose token_hash return_to email browser_hash expires_at used_at created_at",
  },
  audit_entries: {
    exported: "id actor_id action subject_type subject_id details reason created_at",
    withheld: "",
  },
  backup_runs: {
    exported:
      "id task file_name place started_at finished_at bytes is_encrypted is_same_disk missing_files error created_at",
    withheld: "",
  },
  balance_transactions: {
    exported:
      "id stripe_balance_transaction_id payout_id category gross_minor fee_minor net_minor currency exchange_rate source_minor source_currency stripe_source_id stripe_payment_intent_id is_own description created_at",
    withheld: "",
  },
  booking_moves: {
    exported: "id booking_id from_session_id to_session_id moved_at",
    withheld: "form_key",
  },
  booking_payers: {
    exported: "booking_id kind pass_id purchase_id share returned_at makes_up_for_id",
    withheld: "",
  },
  booking_tickets: {
    exported:
      "id booking_id number share_minor list_price_minor price_rate_id price_rate_name name checked_in_at check_in_set_at cancelled_at refund_waived_at",
    withheld: "",
  },
  calendar_accounts: { exported: "id host failing_since failure left_at created_at", withheld: "sealed_login" },
  calendar_busy_times: { exported: "", withheld: "source_id starts_at ends_at" },
  calendar_copies: { exported: "", withheld: "session_id source_id etag content_hash ends_at written_at" },
  calendar_sources: {
    exported:
      "id account_id name host is_read counts_open is_written answered_at events unreadable remarks failing_since failure created_at",
    withheld: "sealed_address etag last_modified asked_at read_at free_minutes retry_at",
  },
  purchases: {
    exported:
      "id product_id product_kind product_title user_id customer_name customer_email status hold_until price_rate_id price_rate_name list_price_minor discount_minor total_minor currency exchange_rate applied_discount_code discount_terms pass_terms terms_version privacy_version waiver_text waiver_version waived_at opens_at opened_at created_at completed_at refund_waived_at archived_at",
    withheld: "form_key manage_key",
  },
  discount_codes: {
    exported:
      "id code discount_type discount_percentage discount_amount_minor discount_currency is_active is_one_time_use valid_from valid_until max_uses created_at",
    withheld: "",
  },
  disputes: {
    exported: "id payment_id stripe_dispute_id amount_minor currency reason status due_by created_at updated_at",
    withheld: "",
  },
  exchange_rates: {
    exported: "base rates fetched_at",
    withheld: "",
  },
  form_keys: {
    exported: "",
    withheld: "digest created_at",
  },
  fraud_warnings: {
    exported: "id payment_id stripe_warning_id fraud_type created_at",
    withheld: "",
  },
  kept_forms: {
    exported: "",
    withheld: "user_id id address sealed_fields created_at",
  },
  known_devices: {
    exported: "",
    withheld: "id user_id key_hash created_at expires_at",
  },
  live_sessions: {
    exported: columnsOfSessions,
    withheld: "",
  },
  mail_consents: {
    exported: "id email source wording requested_at mailed_at confirmed_at withdrawn_at",
    withheld: "address_hash confirm_key",
  },
  mail_events: {
    exported: "",
    withheld: "id received_at",
  },
  mail_pace: {
    exported: "",
    withheld: "service next_at",
  },
  mail_suppressions: {
    exported: "reason created_at",
    withheld: "address_hash",
  },
  media_files: {
    exported: "id kind original_name content_type bytes created_at deleted_at",
    withheld: "storage_key etag renditions",
  },
  opening_mails: {
    exported: "user_id product_id created_at",
    withheld: "",
  },
  outbox_emails: {
    exported:
      "id template recipient subject reply_to sender_name is_announcement provider_id attempts last_error unanswered_at stopped created_at sent_at delivered_at bounced_at bounce_reason complained_at dismissed_at",
    withheld: "props dedupe_key attachments unsubscribe_key html text",
  },
  overview_visits: {
    exported: "user_id seen_at previous_seen_at",
    withheld: "",
  },
  payments: {
    exported:
      "id booking_id purchase_id gift_card_id provider state amount_minor currency stripe_checkout_session_id stripe_payment_intent_id created_at paid_at completed_unpaid_at is_elsewhere",
    withheld: "checkout_url",
  },
  payout_reading: { exported: "", withheld: "is_only read_at failure" },
  payouts: {
    exported: "id stripe_payout_id amount_minor currency status arrival_on reconciliation failure created_at read_at",
    withheld: "",
  },
  imported_customers: { exported: "email name imported_at", withheld: "" },
  pending_imports: {
    exported: "",
    withheld:
      "id user_id file_name is_guessed format time_zone currency date_order creates_sessions sealed_file created_at",
  },
  person_notes: {
    exported: "id user_id email note updated_at",
    withheld: "",
  },
  playback_progress: {
    exported: "user_id recording_id position_seconds finished_at updated_at",
    withheld: "",
  },
  public_revision: {
    exported: "",
    withheld: "is_only revision",
  },
  rate_limits: {
    exported: "",
    withheld: "key points expire",
  },
  ...columnsOfProducts,
  products: {
    exported:
      "id kind slug address title description category words plate picture_id pricing price_minor highest_price_minor price_currency is_priced order_index is_on created_at withdrawn_at",
    withheld: "",
  },
  recording_captions: {
    exported: "recording_id language file_id",
    withheld: "spoken",
  },
  recording_preparations: {
    exported: "",
    withheld: "recording_id state source percent failure updated_at",
  },
  recording_versions: {
    exported: "",
    withheld: "recording_id name file_id created_at",
  },
  recordings: {
    exported:
      "id product_id title description is_free order_index video_id video_url sound_id poster_id poster_second captions_id duration_seconds chapters is_downloadable opens_on opens_after_days created_at",
    withheld: "",
  },
  recovery_codes: {
    exported: "",
    withheld: "id user_id code_hash used_at",
  },
  refunds: {
    exported: "id payment_id amount_minor currency reason state stripe_refund_id refusals created_at settled_at",
    withheld: "",
  },
  resource_files: {
    exported: "file_id product_id created_at",
    withheld: "",
  },
  second_factors: {
    exported: "",
    withheld: "user_id encrypted_secret confirmed_at last_step created_at",
  },
  session_bookings: {
    exported:
      "id session_id user_id attendee_first_name attendee_last_name attendee_email status payment_status hold_until list_price_minor discount_minor total_minor currency exchange_rate applied_discount_code discount_terms quantity time_zone health_version terms_version privacy_version attendee_note created_at completed_at cancelled_at moved_at imported_at refund_waived_at archived_at",
    withheld: "form_key hold_browser hold_network manage_key health_note sealed_health_note import_key",
  },
  session_categories: {
    exported: "id name",
    withheld: "",
  },
  session_waitlist: {
    exported:
      "id session_id course_id user_id first_name last_name email time_zone quantity status queue_number offered_at offer_ends_at pass_id held_credits booking_id purchase_id created_at ended_at",
    withheld: "form_key manage_key",
  },
  site_page_versions: {
    exported: "page_id number title text created_at",
    withheld: "",
  },
  site_pages: {
    exported: "id slug place order_index published_version created_at",
    withheld: "",
  },
  site_pictures: {
    exported: "used_by file_id",
    withheld: "",
  },
  site_restores: {
    exported: "id made_at restored_at reconciled_at unknown_payments confirmed_at",
    withheld: "",
  },
  site_settings: {
    exported: "key value updated_at",
    withheld: "",
  },
  testimonials: {
    exported:
      "id quote shown_name line series_id order_index is_published consent_kind consent_on consent_note consent_withdrawn_at user_id created_at",
    withheld: "",
  },
  user_sessions: {
    exported: "",
    withheld:
      "id user_id expires_at created_at last_seen_at is_complete recovered_at user_agent known_device_id impersonator_id impersonation_reason impersonator_session_id",
  },
  users: {
    exported:
      "id email full_name role subscription_status email_confirmed_at admin_signed_in_at time_zone currency has_reminders terms_version privacy_version created_at archived_at",
    withheld: "password_hash calendar_key",
  },
  withdrawal_requests: {
    exported: "id name email contract status created_at decided_at contract_kind contract_id decline_reason",
    withheld: "digest",
  },
  webhook_states: {
    exported: "",
    withheld: "source last_event_at bad_signatures last_bad_signature_at bad_since_event last_thin_event_at",
  },
};

export type ExportedTable = { name: string; columns: string[] };

/** Returns the tables that have anything to export. */
export const exportedTables = (): ExportedTable[] =>
  Object.entries(columnsOfTables)
    .map(([name, { exported }]) => ({ name, columns: exported.split(" ").filter(Boolean) }))
    .filter(({ columns }) => columns.length > 0);
