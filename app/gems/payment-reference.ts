/** Paystack's alphabet (https://paystack.com/docs/api/transaction). */
export const isReference = (text: string): boolean => /^[A-Za-z0-9.=-]{1,100}$/.test(text);
