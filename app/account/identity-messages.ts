/** Our messages for a full disk and for refusals that the sign-in service does not word itself. */
export const identityMessages = {
  unavailable: "We could not reach the sign-in service. Please try again in a moment.",
  notMailProven: "Please open the link in our newest email, or ask for a new one.",
  tooManyRequests: "Too many tries. Please wait 5 minutes and try again.",
  tooManyEmails: "We can't send more emails right now. Please try again in an hour.",
  mailLost: "We can't send emails right now, so nothing was sent. Please try again in a few minutes.",
  notSaved: "We can't save anything right now. Please try again in a few minutes.",
} as const;

/** Wording and order of docs/product/specification.md, "Validation". */
export const newPasswordProblems = [
  { title: "Passwords don't match", text: "Please make sure both passwords are the same." },
  { title: "Password too short", text: "Password must be at least 6 characters long." },
] as const;
