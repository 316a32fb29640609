// Only app/server may import from server/, so routes import these from here.
export { typedContact } from "@server/core/contact";
export { ownAddress } from "@server/core/addresses";
export { readReference } from "@server/core/reference";
export {
  changePasswordForm,
  endedDevices,
  impersonationForm,
  newPasswordForm,
  verificationForm,
  holderForm,
  holderCodeForm,
  resetForm,
  secondFactorForm,
  setUpForm,
  signInForm,
  signInLinkForm,
  signUpForm,
} from "@server/people/accounts/schemas";
export { auditSubjects } from "@server/core/record-audit";
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
} from "@server/sessions/bookings/attendees/schemas";
export { accountForm, newAddressForm } from "@server/sessions/calendars/schemas";
export { standingForm, standingRef } from "@server/sessions/standing/schemas";
export { editedCourseForm, newCourseForm } from "@server/sessions/courses/office-schemas";
export { guestCourseForm, memberCourseForm } from "@server/sessions/courses/schemas";
export { editedOfferForm, newOfferForm } from "@server/sessions/one-to-one/office-schemas";
export {
  memberSlotBookingForm,
  requestDecision,
  requestForm,
  slotBookingForm,
} from "@server/sessions/one-to-one/schemas";
export {
  bookingMoveForm,
  bookingLinksForm,
  confirmationResendForm,
  healthUnconfirmed,
  unfinishedForm,
} from "@server/sessions/bookings/schemas";
export { collectionForm, movedCollectionForm, newCollectionForm } from "@server/selling/products/schemas";
export {
  adjustmentForm,
  balanceForm,
  cardExtensionForm,
  editedGiftCardForm,
  giftForm,
  giftResendForm,
  guestGiftForm,
  newGiftCardForm,
} from "@server/selling/gift-cards/schemas";
export { archiveQuery, detailsForm, invoicingForm } from "@server/selling/invoices/schemas";
export {
  editedPlanForm,
  joinForm,
  leavingForm,
  membershipChangeForm,
  newMemberForm,
  newPlanForm,
} from "@server/selling/memberships/schemas";
export { creditCorrectionForm, editedPassForm, newPassForm, passExtensionForm } from "@server/selling/passes/schemas";
export { editedCodeForm, newCodeForm } from "@server/selling/discounts/schemas";
export { agreedImportForm, importForm } from "@server/platform/imports/schemas";
export { mailFilters } from "@server/platform/mail/mail-status";
export { deletionForm, profileForm } from "@server/people/members/schemas";
export { currencyForm } from "@server/selling/money/currency-choice";
export { jobRef, resendForm, systemForm } from "@server/platform/operations/schemas";
export { orderRef } from "@server/selling/orders/schemas";
export { ledgerSync, refundForm, refundRef } from "@server/selling/payments/schemas";
export {
  newsletterForm,
  personNoteForm,
  subscriptionStatuses,
  userDeletionForm,
  userForm,
  userPasswordForm,
} from "@server/people/directory/schemas";
export { editedPageForm, newPageForm } from "@server/content/pages/schemas";
export { givenPassForm, guestPurchaseForm, purchaseForm } from "@server/selling/purchases/schemas";
export { freeRecordingForm } from "@server/content/recordings/schemas";
export { editedResourceForm, newResourceForm } from "@server/content/resources/schemas";
export { newCategoryForm, renamedCategoryForm, shareForm } from "@server/sessions/schedule/schemas";
export {
  cancelForm,
  duplicateForm,
  editedSessionForm,
  newSessionForm,
  recordingForm,
} from "@server/sessions/managing/schemas";
export { editedTestimonialForm, newTestimonialForm } from "@server/content/testimonials/schemas";
export { lookPageForm, profilePageForm, settingsForms, settingsReset } from "@server/content/site/schemas";
export { moveForm, waitlistForm } from "@server/sessions/waitlist/schemas";
export {
  confirmedWithdrawal,
  declineForm,
  refundedContractForm,
  withdrawalForm,
} from "@server/selling/withdrawals/schemas";
