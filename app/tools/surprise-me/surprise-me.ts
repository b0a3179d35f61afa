import type { Tool } from "../tool.ts";
import { toolList } from "../tool-list.ts";

export const surpriseMe = {
  ...toolList["surprise-me"],
  howItWorks: [
    { icon: "sun", text: "Light is balanced, shadows opened" },
    { icon: "palette", text: "Colour is corrected, skin kept natural" },
    { icon: "portrait", text: "Details are refined, noise removed" },
    { icon: "gallery", text: "The result is saved in your gallery" },
  ],
  steps: [{ id: "enhance", name: "Enhance", title: "Surprise Me", questions: [] }],
  action: "Surprise Me",
  failureReturnsTo: ["enhance"],
  bar: "climbing",
  working: "Enhancing your photo",
  failureTitle: "Enhancement failed",
  completeTitle: "Done",
  downloadLabel: () => "enhanced",
  again: { label: "Try another", keeps: "nothing" },
  describe: () => "Auto enhance",
} as const satisfies Tool;
