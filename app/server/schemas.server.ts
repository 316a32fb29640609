// Only app/server may import from server/, so routes import these from here.
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
} from "@server/accounts/schemas";
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
} from "@server/selling/bookings/attendees/schemas";
export { accountForm, newAddressForm } from "@server/catalogue/calendars/schemas";
export { standingForm, standingRef } from "@server/selling/standing/schemas";
export { guestCourseForm, memberCourseForm } from "@server/selling/courses/schemas";
export { editedOfferForm, newOfferForm } from "@server/selling/one-to-one/office-schemas";
export {
  memberSlotBookingForm,
  requestDecision,
  requestForm,
  slotBookingForm,
} from "@server/selling/one-to-one/schemas";
export {
  bookingMoveForm,
  bookingLinksForm,
  confirmationResendForm,
  healthUnconfirmed,
  unfinishedForm,
} from "@server/selling/bookings/schemas";
export { officeList, officeRef } from "@server/catalogue/products/office/schemas";
export { movedCollectionForm } from "@server/catalogue/products/schemas";
export {
  adjustmentForm,
  balanceForm,
  cardExtensionForm,
  giftForm,
  giftResendForm,
  guestGiftForm,
} from "@server/catalogue/gift-cards/schemas";
export { archiveQuery, detailsForm, invoicingForm } from "@server/payments/invoices/schemas";
export { joinForm, leavingForm, membershipChangeForm, newMemberForm } from "@server/selling/memberships/schemas";
export { creditCorrectionForm, passExtensionForm } from "@server/catalogue/passes/schemas";
export { editedCodeForm, newCodeForm } from "@server/catalogue/discounts/schemas";
export { agreedImportForm, importForm } from "@server/office/imports/schemas";
export { mailFilters } from "@server/platform/mail/mail-status";
export { deletionForm, profileForm } from "@server/office/members/schemas";
export { currencyForm } from "@server/platform/money/currency-choice";
export { jobRef, resendForm, systemForm } from "@server/office/operations/schemas";
export { orderRef } from "@server/office/orders/schemas";
export { ledgerSync, refundForm, refundRef } from "@server/payments/schemas";
export {
  newsletterForm,
  personNoteForm,
  subscriptionStatuses,
  userDeletionForm,
  userForm,
  userPasswordForm,
} from "@server/office/directory/schemas";
export { editedPageForm, newPageForm } from "@server/catalogue/pages/schemas";
export { givenPassForm, guestPurchaseForm, purchaseForm } from "@server/selling/purchases/schemas";
export { freeRecordingForm } from "@server/selling/recordings/schemas";
export { newCategoryForm, renamedCategoryForm, shareForm } from "@server/catalogue/schedule/schemas";
export {
  cancelForm,
  duplicateForm,
  editedSessionForm,
  newSessionForm,
  recordingForm,
} from "@server/office/managing/schemas";
export { editedTestimonialForm, newTestimonialForm } from "@server/catalogue/testimonials/schemas";
export { lookPageForm, profilePageForm, settingsForms, settingsReset } from "@server/catalogue/site/schemas";
export { moveForm, waitlistForm } from "@server/selling/waitlist/schemas";
export {
  confirmedWithdrawal,
  declineForm,
  refundedContractForm,
  withdrawalForm,
} from "@server/payments/withdrawals/schemas";
