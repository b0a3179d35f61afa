/** The specialists that can run a part of the product for us (architecture.md §2), and what each then receives. */
export const processors: readonly { name: string; part: string }[] = [
  { name: "Supabase", part: "keeps the accounts and the database, and sends the e-mails about your account." },
  { name: "Cloudinary", part: "stores and delivers your photos and results." },
  { name: "Google Gemini", part: "receives the photo and your choices, and makes the result." },
  {
    name: "Paystack",
    part: "takes the payment: your e-mail address, the package and its price. Your card goes to them alone.",
  },
];
