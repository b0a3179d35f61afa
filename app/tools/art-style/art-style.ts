import { type Tool, optionName } from "../tool.ts";
import { toolList } from "../tool-list.ts";
import { artStyles } from "./art-styles.ts";

const styled = (answers: Record<string, string | undefined>) =>
  `${optionName(artStyles, answers.style)} (${answers.intensity}%)`;

export const artStyle = {
  ...toolList["art-style"],
  howItWorks: [
    { icon: "upload", text: "You choose a photo" },
    { icon: "palette", text: "You choose a style and how strong it is" },
    { icon: "sparkle", text: "We redraw your photo in that style" },
    { icon: "gallery", text: "The result is saved in your gallery" },
  ],
  steps: [
    {
      id: "style",
      name: "Style",
      title: "Choose a style",
      questions: [
        {
          kind: "choice",
          name: "style",
          label: "Art style",
          options: artStyles,
          look: "three",
          previews: "style",
          preset: "anime",
          missing: "Please choose a style.",
        },
        {
          kind: "slider",
          name: "intensity",
          label: "Intensity",
          preset: "100",
          words: [
            [0, "Subtle"],
            [50, "Moderate"],
            [80, "Strong"],
          ],
          hint: "The tiles show the styles at full strength.",
        },
      ],
    },
  ],
  action: "Generate",
  failureReturnsTo: ["style"],
  working: "Creating your artwork",
  failureTitle: "Transformation failed",
  downloadLabel: () => "artistic",
  again: { label: "New Pixel Art", keeps: "nothing" },
  resetAnswers: { style: "watercolor" },
  nameSuffix: (answers) => ` - ${styled(answers)}`,
  describe: (answers) => styled(answers),
} as const satisfies Tool;
