/** docs/product/specification.md, "Messages". */
export const passwordReset = {
  title: "Password reset successful",
  text: "Your password has been updated. You can now sign in with your new password.",
} as const;
