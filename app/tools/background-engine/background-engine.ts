import { stylizeStyles } from "../art-style/art-styles.ts";
import { type Answers, optionName, type Tool } from "../tool.ts";
import { toolList } from "../tool-list.ts";
import { backdrops, customColours, gradients } from "./backdrops.ts";

const modes = [
  { id: "remove", name: "Remove", note: "Transparent PNG", media: { icon: "layers" }, preview: "background-remove" },
  {
    id: "replace",
    name: "Replace",
    note: "Colour or gradient",
    media: { swatch: ["#3B82F6", "#8B5CF6"] },
    preview: "gradient-blue-purple",
  },
  {
    id: "stylize",
    name: "Stylize",
    note: "Becomes art",
    media: { picture: "/pictures/style-watercolor.webp", width: 240, height: 180 },
    preview: "background-watercolor",
  },
] as const;

const replacements = [
  { id: "studio-backdrop", name: "Studio Backdrop", note: "One even colour" },
  { id: "gradient-backdrop", name: "Gradient Backdrop", note: "Two colours" },
  { id: "upload", name: "Upload", comingSoon: true },
] as const;

const replacesBy = (answers: Answers, replacement: string) =>
  answers.mode === "replace" && answers.replacement === replacement;

function label(answers: Answers): string {
  if (answers.mode === "remove") return "Remove Background";
  if (answers.mode === "stylize") return `Stylize: ${optionName(stylizeStyles, answers.style)}`;
  if (answers.mode === "blur") return "Background Blur";
  return answers.replacement === "studio-backdrop"
    ? `Studio: ${optionName(backdrops, answers.backdrop)}`
    : `Gradient: ${optionName(gradients, answers.gradient)}`;
}

export const backgroundEngine = {
  ...toolList["background-engine"],
  howItWorks: [
    { icon: "upload", text: "You choose a photo" },
    { icon: "layers", text: "You choose the new background" },
    { icon: "portrait", text: "The subject is cut out and stays as it is" },
    { icon: "gallery", text: "The result is saved in your gallery" },
  ],
  steps: [
    {
      id: "settings",
      name: "Settings",
      title: "What should happen to the background?",
      questions: [
        {
          kind: "choice",
          name: "mode",
          label: "Background",
          options: modes,
          look: "three",
          preset: "remove",
          missing: "Please choose an option.",
        },
        {
          kind: "choice",
          name: "replacement",
          label: "Replace with",
          when: ({ mode }) => mode === "replace",
          options: replacements,
          look: "compact",
          preset: "studio-backdrop",
          missing: "Please choose what to replace it with.",
        },
        {
          kind: "choice",
          name: "backdrop",
          label: "Studio backdrop",
          when: (answers) => replacesBy(answers, "studio-backdrop"),
          options: backdrops,
          look: "swatches",
          previews: "backdrop",
          preset: "white",
          missing: "Please choose a backdrop.",
        },
        {
          kind: "colour",
          name: "colour",
          label: "Backdrop colour",
          when: (answers) => replacesBy(answers, "studio-backdrop") && answers.backdrop === "custom",
          preset: customColours.backdrop,
        },
        {
          kind: "choice",
          name: "gradient",
          label: "Gradient",
          when: (answers) => replacesBy(answers, "gradient-backdrop"),
          options: gradients,
          look: "swatches",
          previews: "gradient",
          preset: "blue-purple",
          missing: "Please choose a gradient.",
        },
        {
          kind: "colour",
          name: "colour1",
          label: "First colour",
          when: (answers) => replacesBy(answers, "gradient-backdrop") && answers.gradient === "custom",
          preset: customColours.gradient[0],
        },
        {
          kind: "colour",
          name: "colour2",
          label: "Second colour",
          when: (answers) => replacesBy(answers, "gradient-backdrop") && answers.gradient === "custom",
          preset: customColours.gradient[1],
        },
        {
          kind: "choice",
          name: "style",
          label: "Style of the background",
          when: ({ mode }) => mode === "stylize",
          options: stylizeStyles,
          look: "three",
          previews: "background",
          preset: "anime",
          missing: "Please choose a style.",
        },
        {
          kind: "slider",
          name: "edges",
          label: "Edge smoothness",
          preset: "50",
          words: [
            [0, "Sharper"],
            [40, "Moderate"],
            [70, "Very smooth"],
          ],
          hint: "How softly the outline of your subject meets the new background.",
        },
        { kind: "subject-box", name: "subject", label: "Draw a box around the subject" },
      ],
    },
  ],
  action: "Generate",
  failureReturnsTo: ["settings"],
  working: "Working on the background",
  failureTitle: "Transformation failed",
  downloadLabel: ({ mode }) => (mode === "remove" ? "transparent" : "enhanced"),
  again: { label: "Transform Another", keeps: "nothing" },
  nameSuffix: (answers) => ` - ${label(answers)}`,
  describe: label,
} as const satisfies Tool;
