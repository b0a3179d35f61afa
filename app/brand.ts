/** A separate export, so that scripts need not bundle `brand`. */
export const productName = "Photogem";

/** docs/product/decisions.md, "Names and constants". */
export const brand = {
  name: productName,
  tagline: "Turn Everyday Photos to Studio Perfection",
  copyrightYear: 2025,
  social: [
    { name: "Instagram", url: "https://www.instagram.com/photogem" },
    { name: "Facebook", url: "https://www.facebook.com/photogem" },
    { name: "X", url: "https://x.com/photogem" },
  ],
} as const;

export const defaultTimeZone = "Africa/Lagos";
