/** External services and the data that each receives. */
export const processors: readonly { name: string; part: string }[] = [
  { name: "Supabase", part: "keeps the accounts and the database, and sends the emails about your account." },
  {
    name: "A mail service",
    part: "delivers our other emails to you: your address, and the receipt, or that something is done, with the photo’s name, the tool and, if it failed, the reason.",
  },
  { name: "Cloudinary", part: "stores your photos and results. You still get them from our own server." },
  { name: "Google Gemini", part: "receives the photo and your choices, and makes the result." },
  {
    name: "Paystack",
    part: "takes the payment: your email address, the package and its price. Your card goes to them alone.",
  },
  {
    name: "A geolocation service",
    part: "is told your network, not your whole address, and answers with the country, to choose the currency shown.",
  },
];
