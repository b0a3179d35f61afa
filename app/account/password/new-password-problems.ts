/** Words and order of docs/product/specification.md, "Validation". */
export const newPasswordProblems = [
  { title: "Passwords don't match", text: "Please make sure both passwords are the same." },
  { title: "Password too short", text: "Password must be at least 6 characters long." },
] as const;
