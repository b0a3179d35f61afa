/** Our sentences for refusals of the sign-in service; it words the others itself. */
export const identityMessages = {
  unavailable: "We could not reach the sign-in service. Please try again in a moment.",
  notMailProven: "Please open the link in our newest email, or ask for a new one.",
  tooManyRequests: "Too many tries. Please wait 5 minutes and try again.",
  tooManyEmails: "We can't send more emails right now. Please try again in an hour.",
} as const;
