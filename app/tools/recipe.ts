import type { ArtStyle, StylizeStyle } from "./art-style/art-styles.ts";
import type { BackdropId, GradientId } from "./background-engine/backdrops.ts";
import type { DocumentId } from "./id-photo/document-list.ts";
import type { Attire, CameraAngle, Gender, Pose } from "./portrait-studio/portrait-options.ts";
import type { SceneId } from "./portrait-studio/scenes.ts";

/**
 * The complete recipe, flat under the questions' names: stored in the row, read by prompts and the darkroom. Numbers
 * are 0 to 100 in steps of 10, colours `#RRGGBB`, texts at most 500 characters.
 */
export type ToolRecipe = SurpriseMeRecipe | ArtStyleRecipe | BackgroundRecipe | PortraitRecipe | IdPhotoRecipe;

interface Wishes {
  /** Free text of the generation routes. */
  wishes?: string | undefined;
}

interface SubjectBox {
  /** `left,top,width,height` in percent of the photo. */
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
        colour?: string | undefined;
      }
    | {
        mode: "replace";
        replacement: "gradient-backdrop";
        gradient: GradientId;
        /** Top left and bottom right. */
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
    /** Absent only with the photo's own clothes and pose. */
    gender?: Gender | undefined;
    pose: Pose;
    poseText?: string | undefined;
    angle: CameraAngle;
    angleText?: string | undefined;
  };

export interface IdPhotoRecipe {
  tool: "id-photo";
  document: DocumentId;
  /** Only for authorities that refuse photos changed by software; otherwise the background is replaced. */
  changes?: "crop" | "background" | undefined;
}
