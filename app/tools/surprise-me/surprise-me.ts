import type { Tool } from "../tool.ts";

export const surpriseMe = {
  id: "surprise-me",
  path: "/surprise-me",
  title: "Surprise Me",
  lede: "One tap. We choose what your photo needs.",
  action: "Surprise Me",
  whatHappens: [
    { icon: "sun", text: "Light is balanced, shadows opened" },
    { icon: "palette", text: "Colour is corrected, skin kept natural" },
    { icon: "portrait", text: "Details are refined, noise removed" },
    { icon: "gallery", text: "The result is saved in your gallery" },
  ],
  working: "Enhancing your photo",
  failureTitle: "Enhancement failed",
  downloadLabel: "enhanced",
  again: "Try another",
  done: "Auto enhance",
} as const satisfies Tool;
