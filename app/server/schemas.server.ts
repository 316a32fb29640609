// Only app/server may import from server/, so routes import these from here.
export { ownAddress } from "@server/core/addresses";
export {
  changePasswordForm,
  endedDevices,
  impersonationForm,
  newPasswordForm,
  verificationForm,
  ownerForm,
  ownersCodeForm,
  resetForm,
  secondFactorForm,
  setUpForm,
  signInForm,
  signInLinkForm,
  signUpForm,
} from "@server/accounts/schemas";
export { auditSubjects } from "@server/audit/record-audit";
export {
  addressForm,
  attendeeForm,
  attendeeMoveForm,
  attendeeRef,
  attendeeResendForm,
  checkInForm,
  messageForm,
  noteForm,
  removalForm,
} from "@server/bookings/attendees/schemas";
export {
  bookingForm,
  bookingMoveForm,
  bookingLinksForm,
  confirmationResendForm,
  healthUnconfirmed,
  memberBookingForm,
  unfinishedForm,
} from "@server/bookings/schemas";
export { editedCodeForm, newCodeForm } from "@server/discounts/schemas";
export { agreedImportForm, importForm } from "@server/imports/schemas";
export { mailFilters } from "@server/mail/mail-status";
export { deletionForm, profileForm } from "@server/members/schemas";
export { currencyForm } from "@server/money/currency-choice";
export { jobRef, resendForm, systemForm } from "@server/operations/schemas";
export { paymentRef, refundForm, refundRef } from "@server/payments/schemas";
export {
  newsletterForm,
  personNoteForm,
  subscriptionStatuses,
  userDeletionForm,
  userForm,
  userPasswordForm,
} from "@server/people/schemas";
export { editedPageForm, newPageForm } from "@server/pages/schemas";
export { purchaseForm } from "@server/purchases/schemas";
export { freeRecordingForm } from "@server/recordings/schemas";
export { editedResourceForm, newResourceForm } from "@server/resources/schemas";
export { newCategoryForm, renamedCategoryForm, shareForm } from "@server/schedule/schemas";
export { cancelForm, duplicateForm, editedSessionForm, newSessionForm, recordingForm } from "@server/sessions/schemas";
export { editedTestimonialForm, newTestimonialForm } from "@server/testimonials/schemas";
export { lookPageForm, profilePageForm, settingsForms, settingsReset } from "@server/site/schemas";
export { moveForm, waitlistForm } from "@server/waitlist/schemas";
export { confirmedWithdrawal, declineForm, refundedContractForm, withdrawalForm } from "@server/withdrawals/schemas";
