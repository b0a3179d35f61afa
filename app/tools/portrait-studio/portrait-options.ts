import type { Option } from "../tool.ts";

/** docs/product/specification.md, "Portrait Studio". */
export const attires = [
  { id: "maintain", name: "Maintain", note: "Keep what you are wearing" },
  { id: "formal", name: "Formal" },
  { id: "casual", name: "Casual" },
  { id: "business", name: "Business" },
  { id: "evening", name: "Evening" },
  { id: "sport", name: "Sport" },
] as const satisfies readonly Option[];

export const genders = [
  { id: "male", name: "Male" },
  { id: "female", name: "Female" },
] as const satisfies readonly Option[];

const maintainPose = { id: "maintain", name: "Maintain", note: "Keep your pose" } as const;
const describePose = { id: "describe", name: "Describe", note: "Say it in your own words" } as const;

/** By gender; changing the gender clears the pose. */
export const poses = {
  male: [
    { id: "confident-stand", name: "Confident Stand" },
    { id: "crossed-arms", name: "Crossed Arms" },
    { id: "hand-in-pocket", name: "Hand in Pocket" },
    { id: "leaning-forward", name: "Leaning Forward" },
    { id: "side-profile", name: "Side Profile" },
    { id: "sitting-professional", name: "Sitting Professional" },
    maintainPose,
    describePose,
  ],
  female: [
    { id: "elegant-stand", name: "Elegant Stand" },
    { id: "hand-on-hip", name: "Hand on Hip" },
    { id: "arms-behind-back", name: "Arms Behind Back" },
    { id: "leaning-slightly", name: "Leaning Slightly" },
    { id: "side-profile", name: "Side Profile" },
    { id: "sitting-elegant", name: "Sitting Elegant" },
    maintainPose,
    describePose,
  ],
} as const satisfies Record<(typeof genders)[number]["id"], readonly Option[]>;

const framed = [
  { id: "low", name: "Low", note: "From below" },
  { id: "high", name: "High", note: "From above" },
  { id: "close-up", name: "Close-up", note: "Head and shoulders" },
  { id: "wide", name: "Wide", note: "More of the scene" },
] as const satisfies readonly Option[];

const turns = [
  { id: "front", name: "Front" },
  { id: "side", name: "Side" },
  { id: "three-quarter", name: "Three-quarter" },
  ...framed,
] as const satisfies readonly Option[];

const maintainAngle = { id: "maintain", name: "Maintain", note: "Keep the angle" } as const;

/** The angles that need no generative model: no person is turned. */
export const framings = [maintainAngle, ...framed] as const satisfies readonly Option[];

export const cameraAngles = [
  ...turns,
  maintainAngle,
  { id: "describe", name: "Describe", note: "Say it in your own words" },
] as const satisfies readonly Option[];

export const extraAngles = [...turns, { id: "back", name: "Back" }] as const satisfies readonly Option[];

export type Attire = (typeof attires)[number]["id"];
export type Gender = (typeof genders)[number]["id"];
export type Pose = (typeof poses)[Gender][number]["id"];
export type CameraAngle = (typeof cameraAngles)[number]["id"] | (typeof extraAngles)[number]["id"];
