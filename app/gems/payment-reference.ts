/** What Paystack allows in a reference (https://paystack.com/docs/api/transaction); anything else is nobody's. */
export const isReference = (text: string): boolean => /^[A-Za-z0-9.=-]{1,100}$/.test(text);
