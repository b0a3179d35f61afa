export const noticesPath = "/settings/notices";
