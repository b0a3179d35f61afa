import { type Answers, optionName, type Tool } from "../tool.ts";
import { toolList } from "../tool-list.ts";
import { attires, cameraAngles, extraAngles, framings, genders, poses } from "./portrait-options.ts";
import { scenes } from "./scenes.ts";

const sceneCard = (id: string) => ({ picture: `/pictures/scene-${id}.webp`, width: 240, height: 300 });

const backgrounds = [
  { id: "outdoor", name: "Outdoor", note: "8 scenes", media: sceneCard("lakeside"), preview: "scene-lakeside" },
  {
    id: "indoor",
    name: "Indoor",
    note: "8 scenes",
    media: sceneCard("cozy-living-room"),
    preview: "scene-cozy-living-room",
  },
  {
    id: "studio",
    name: "Studio",
    note: "2 backdrops",
    media: sceneCard("elegant-gray-studio"),
    preview: "scene-elegant-gray-studio",
  },
  { id: "maintain", name: "Maintain", note: "Keep yours", media: { icon: "portrait" }, preview: "photo" },
  { id: "describe", name: "Describe", note: "In your own words", media: { icon: "pencil" } },
  { id: "custom", name: "Custom", comingSoon: true, media: { icon: "upload" } },
] as const;

const hasTemplate = ({ background = "" }: Answers) => ["outdoor", "indoor", "studio"].includes(background);

const posesFor = ({ gender }: Answers) => (gender === "male" || gender === "female" ? poses[gender] : []);

/** For example "Beach Sunset, attire: formal, angle: low"; of maintained choices only the place is named. */
function describe(answers: Answers): string {
  const { background, template, attire, pose, angle } = answers;
  const changed = (name: string, choice = "maintain", options: readonly { id: string; name: string }[]) => {
    if (choice === "maintain") return [];
    return choice === "describe" ? `${name} described` : `${name}: ${optionName(options, choice).toLowerCase()}`;
  };
  const place = background === "describe" ? "Background described" : "Background maintained";
  return [
    template ? optionName(scenes, template) : place,
    ...[changed("attire", attire, attires), changed("pose", pose, posesFor(answers))].flat(),
    ...[changed("angle", angle, [...cameraAngles, ...extraAngles])].flat(),
  ].join(", ");
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
      questions: [
        {
          kind: "choice",
          name: "background",
          label: "Background type",
          options: backgrounds,
          look: "three",
          missing: "Please choose a background.",
        },
        {
          kind: "text",
          name: "backgroundText",
          label: "Describe the background",
          hint: "For example: a quiet street in Lagos at dusk, lights behind.",
          withoutModel: { hint: "We take our scene that fits your words best, for example a city park." },
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
          previews: "scene",
          missing: "Please choose a template.",
        },
      ],
    },
    {
      id: "attire",
      name: "Attire",
      title: "Choose an outfit",
      withoutModel: null,
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
      withoutModel: null,
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
      // Every prompt demands this (prompt-parts.server.ts).
      hint: "Your face, skin tone, hair and head covering always stay the same.",
      withoutModel: {
        row: [
          "Clothes and pose stay as in your photo",
          "Background, light and framing change. You are not dressed, moved or turned to another side.",
        ],
      },
      questions: [
        {
          kind: "choice",
          name: "angle",
          label: "Camera angle",
          options: cameraAngles,
          look: "compact",
          missing: "Please choose a camera angle.",
          withoutModel: { options: framings, preset: "maintain" },
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
  again: { label: "Try Again", keeps: "choices", anew: "New portrait" },
  describe,
  extraAngles,
  withoutModel: {
    howItWorks: [
      { icon: "upload", text: "You choose a photo of one person" },
      { icon: "portrait", text: "You choose background and camera angle" },
      { icon: "sun", text: "Light and framing are matched to the place" },
      { icon: "gallery", text: "The result is saved in your gallery" },
    ],
    extraAngles: framings.filter(({ id }) => id !== "maintain"),
  },
} as const satisfies Tool;
