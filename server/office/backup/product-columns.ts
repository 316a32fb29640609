/** The columns of prices, courses, one-to-one sessions, passes, gift cards and invoices. Withheld are the codes of cards, and their hashes. */
export const columnsOfProducts = {
  price_rates: {
    exported: "id session_id product_id offer_id kind number name price_minor entered_price_minor places last_day",
    withheld: "",
  },
  course_terms: { exported: "product_id is_sold_singly can_make_up", withheld: "" },
  course_dates: { exported: "product_id session_id", withheld: "" },
  one_to_one_offers: {
    exported:
      "id slug title description category thumbnail_url duration_minutes location_type address city post_code zoom_link pricing price_minor entered_price_minor entered_currency highest_price_minor entered_highest_minor credit_cost buffer_before_minutes buffer_after_minutes step_minutes notice_hours horizon_days max_per_day needs_approval is_on created_at",
    withheld: "",
  },
  one_to_one_hours: { exported: "id offer_id weekday start_minute end_minute", withheld: "" },
  one_to_one_exceptions: { exported: "id offer_id day start_minute end_minute", withheld: "" },
  one_to_one_questions: { exported: "id offer_id number kind label choices is_required is_private", withheld: "" },
  one_to_one_answers: { exported: "id session_id number question answer", withheld: "sealed_answer" },
  one_to_one_requests: {
    exported:
      "id offer_id session_id user_id first_name last_name email time_zone status book_until created_at decided_at",
    withheld: "manage_key form_key network",
  },
  one_to_one_unconfirmed: {
    exported: "id offer_id start_time user_id email time_zone created_at",
    withheld: "network sealed manage_key form_key",
  },
  waitlist_dates: { exported: "entry_id session_id", withheld: "" },
  pass_terms: {
    exported: "product_id credits months starts place_limit cover category_ids is_introduction",
    withheld: "",
  },
  passes: {
    exported:
      "id purchase_id membership_id weekly_limit product_id user_id email title credits months starts place_limit cover category_ids price_minor currency starts_at ends_at ended_at frozen_at created_at",
    withheld: "",
  },
  credit_entries: {
    exported: "id pass_id kind amount ticket_id turn taken_id period_id month reason created_at",
    withheld: "",
  },
  membership_terms: {
    exported:
      "product_id covers_sessions place_limit category_ids weekly_limit credits carried_over collections collection_ids discount_percent monthly_minor yearly_minor trial_days",
    withheld: "",
  },
  memberships: {
    exported:
      "id product_id user_id title covers_sessions place_limit category_ids weekly_limit credits carried_over collections collection_ids discount_percent interval price_minor currency source reference state started_at access_until paused_at resumes_at cancelled_at leave_reason ended_at created_at customer_reference attempted_at checkout_id trial_days terms_version privacy_version syncs synced_at renewal_ended_at plan_since next_product_id next_title next_interval next_price_minor next_from starts_with_card",
    withheld: "attempt_key checkout_url",
  },
  membership_periods: {
    exported: "id membership_id kind starts_at ends_at paused_at reference purchase_id created_at",
    withheld: "",
  },
  standing_places: {
    exported: "id membership_id series_id health_version time_zone ended_at created_at",
    withheld: "",
  },
  gift_card_terms: { exported: "product_id lowest_minor highest_minor months", withheld: "" },
  gift_cards: {
    exported:
      "id purchase_id product_id user_id amount_minor currency months pass_id giver_name recipient_name recipient_email words send_at time_zone resends sent_at issued_at ends_at ended_at frozen_at created_at",
    withheld: "code_hash sealed_code",
  },
  gift_card_entries: {
    exported: "id card_id kind amount_minor payment_id refund_id exchange_rate reason created_at",
    withheld: "",
  },
  invoice_details: { exported: "user_id company address tax_number updated_at", withheld: "" },
  invoice_numbers: { exported: "kind year last", withheld: "" },
  invoice_payments: { exported: "payment_id root_id created_at", withheld: "" },
  invoices: {
    exported:
      "id kind year number label cause root_id corrects_id booking_id purchase_id issued_at supplied_on seller buyer reason lines taxes paid currency total_minor tax_minor site_currency site_total_minor site_tax_minor exchange_rate rate_on rate_source",
    withheld: "manage_key",
  },
};
