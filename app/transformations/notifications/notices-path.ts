/** Where notices are turned off, from the root. */
export const noticesPath = "/settings/notices";
