import { type Answers, optionName, type Tool } from "../tool.ts";
import { toolList } from "../tool-list.ts";
import { attires, cameraAngles, extraAngles, genders, poses } from "./portrait-options.ts";
import { scenes } from "./scenes.ts";

const sceneCard = (id: string) => ({ picture: `/pictures/scene-${id}.webp`, width: 240, height: 300 });

const backgrounds = [
  { id: "outdoor", name: "Outdoor", note: "8 scenes", media: sceneCard("lakeside") },
  { id: "indoor", name: "Indoor", note: "8 scenes", media: sceneCard("cozy-living-room") },
  { id: "studio", name: "Studio", note: "2 backdrops", media: sceneCard("elegant-gray-studio") },
  { id: "maintain", name: "Maintain", note: "Keep the background as it is", media: { icon: "portrait" } },
  { id: "describe", name: "Describe", note: "Say it in your own words", media: { icon: "pencil" } },
  { id: "custom", name: "Custom", comingSoon: true, media: { icon: "upload" } },
] as const;

const hasTemplate = ({ background = "" }: Answers) => ["outdoor", "indoor", "studio"].includes(background);

const posesFor = ({ gender }: Answers) => (gender === "male" || gender === "female" ? poses[gender] : []);

/** For example "Beach Sunset, formal attire, pose maintained, low angle". */
function describe(answers: Answers): string {
  const { background, template, attire, pose, angle } = answers;
  const choiceOrMaintained = (
    name: string,
    choice: string | undefined,
    options: readonly { id: string; name: string }[],
  ) => {
    if (choice === "maintain") return `${name} maintained`;
    return choice === "describe" ? `${name} described` : `${name}: ${optionName(options, choice).toLowerCase()}`;
  };
  const place = template ? optionName(scenes, template) : choiceOrMaintained("background", background, backgrounds);
  const rest = [choiceOrMaintained("attire", attire, attires), choiceOrMaintained("pose", pose, posesFor(answers))];
  const text = [place, ...rest, choiceOrMaintained("angle", angle, [...cameraAngles, ...extraAngles])].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const portraitStudio = {
  ...toolList["portrait-studio"],
  howItWorks: [
    { icon: "upload", text: "You choose a photo of one person" },
    { icon: "portrait", text: "You choose background, attire, pose and camera angle" },
    { icon: "sun", text: "Light and framing are matched to the place" },
    { icon: "gallery", text: "The result is saved in your gallery" },
  ],
  steps: [
    {
      id: "background",
      name: "Background",
      title: "Where should it be taken?",
      hint: "Keep the scene you have, pick a new one, or describe it.",
      withoutModel: "A described place is not painted anew: the scene that fits your words best is taken.",
      questions: [
        {
          kind: "choice",
          name: "background",
          label: "Background type",
          options: backgrounds,
          missing: "Please choose a background.",
        },
        {
          kind: "text",
          name: "backgroundText",
          label: "Describe the background",
          hint: "For example: a quiet street in Lagos at dusk, lights behind.",
          when: ({ background }) => background === "describe",
          missing: "Please describe the background.",
        },
        { kind: "subject-box", name: "subject", label: "Draw a box around the person" },
      ],
    },
    {
      id: "template",
      name: "Template",
      title: ({ background }) =>
        background === "studio" ? "Pick a studio backdrop" : `Pick an ${background ?? "outdoor"} scene`,
      hint: "We match the light on you to the place.",
      when: hasTemplate,
      questions: [
        {
          kind: "choice",
          name: "template",
          label: "Template",
          options: ({ background }) => scenes.filter(({ category }) => category === background),
          look: "tall",
          missing: "Please choose a template.",
        },
      ],
    },
    {
      id: "attire",
      name: "Attire",
      title: "Choose an outfit",
      withoutModel: "Your clothes stay as in your photo, whatever you choose here.",
      questions: [
        {
          kind: "choice",
          name: "attire",
          label: "Attire",
          options: attires,
          look: "compact",
          missing: "Please choose an outfit.",
        },
        {
          kind: "text",
          name: "attireDetails",
          label: "Attire details (optional)",
          hint: "For example: a navy suit, an agbada with gold embroidery, a kaftan, aso oke with a gele.",
        },
      ],
    },
    {
      id: "pose",
      name: "Pose",
      title: "Choose a pose",
      withoutModel: "Your pose stays as in your photo, whatever you choose here.",
      questions: [
        {
          kind: "choice",
          name: "gender",
          label: "Gender",
          options: genders,
          look: "compact",
          clears: ["pose"],
          missing: "Please choose a gender.",
        },
        {
          kind: "choice",
          name: "pose",
          label: "Pose",
          when: ({ gender }) => gender !== undefined,
          options: posesFor,
          look: "compact",
          missing: "Please choose a pose.",
        },
        {
          kind: "text",
          name: "poseText",
          label: "Describe the pose",
          hint: "For example: standing, arms folded, looking past the camera.",
          when: ({ gender, pose }) => gender !== undefined && pose === "describe",
          missing: "Please describe the pose.",
        },
      ],
    },
    {
      id: "camera-angle",
      name: "Camera angle",
      title: "Choose a camera angle",
      // Every prompt demands it (prompt-parts.server.ts).
      hint: "Your face, skin tone, hair and head covering always stay the same.",
      withoutModel: "Framing, perspective and light change. The person is not turned to another side.",
      questions: [
        {
          kind: "choice",
          name: "angle",
          label: "Camera angle",
          options: cameraAngles,
          look: "compact",
          missing: "Please choose a camera angle.",
        },
        {
          kind: "text",
          name: "angleText",
          label: "Describe the angle",
          hint: "For example: slightly from the left, at eye level.",
          when: ({ angle }) => angle === "describe",
          missing: "Please describe the camera angle.",
        },
      ],
    },
  ],
  action: "Transform Photo",
  backResets: true,
  failureReturnsTo: ["template", "background"],
  working: "Creating your portrait",
  failureTitle: "Transformation failed",
  downloadLabel: () => "professional",
  again: { label: "Try Again", keeps: "choices" },
  describe,
  extraAngles,
} as const satisfies Tool;
