import type { ArtStyle, StylizeStyle } from "./art-style/art-styles.ts";
import type { BackdropId, GradientId } from "./background-engine/backdrops.ts";
import type { Attire, CameraAngle, Gender, Pose } from "./portrait-studio/portrait-options.ts";
import type { SceneId } from "./portrait-studio/scenes.ts";

/**
 * What a member asked for, whole: the tool and every answer that applies, flat, under the questions' names. It is what
 * a transformation's row keeps, what prompts are made of and what the darkroom works by. Numbers are whole, 0 to 100 in
 * steps of 10; colours are `#RRGGBB`; free texts are at most 500 characters.
 */
export type ToolRecipe = SurpriseMeRecipe | ArtStyleRecipe | BackgroundRecipe | PortraitRecipe;

interface Wishes {
  /** What a caller of the generation routes asked for beside the options, in words. */
  wishes?: string | undefined;
}

interface SubjectBox {
  /** Where the subject is, `left,top,width,height` in percent of the photo, when the person drew a box. */
  subject?: string | undefined;
}

export interface SurpriseMeRecipe extends Wishes {
  tool: "surprise-me";
}

export interface ArtStyleRecipe extends Wishes {
  tool: "art-style";
  style: ArtStyle;
  intensity: number;
}

export type BackgroundRecipe = { tool: "background-engine"; edges: number } & SubjectBox &
  Wishes &
  (
    | { mode: "remove" | "blur" }
    | { mode: "stylize"; style: StylizeStyle }
    | {
        mode: "replace";
        replacement: "studio-backdrop";
        backdrop: BackdropId;
        /** Of a custom backdrop. */
        colour?: string | undefined;
      }
    | {
        mode: "replace";
        replacement: "gradient-backdrop";
        gradient: GradientId;
        /** Of a custom gradient: top left and bottom right. */
        colour1?: string | undefined;
        colour2?: string | undefined;
      }
  );

export type PortraitRecipe = { tool: "portrait-studio" } & SubjectBox &
  (
    | { background: "maintain" }
    | { background: "describe"; backgroundText: string }
    | { background: "outdoor" | "indoor" | "studio"; template: SceneId }
  ) & {
    attire: Attire;
    attireDetails?: string | undefined;
    gender: Gender;
    pose: Pose;
    /** With the pose "describe". */
    poseText?: string | undefined;
    angle: CameraAngle;
    /** With the angle "describe". */
    angleText?: string | undefined;
  };
