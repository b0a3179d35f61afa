import { z } from "zod";
import { oneOf, rulesOf } from "../tool-rules.server.ts";
import type { IdPhotoRecipe } from "../recipe.ts";
import { type DocumentId, documentList } from "./document-list.ts";
import { changeChoices } from "./id-photo.ts";

const tool = z.literal("id-photo");
const documents = (refusesEdits: boolean) =>
  oneOf<DocumentId>(documentList.filter((each) => each.refusesEdits === refusesEdits));

const recipe = z.union([
  z.strictObject({ tool, document: documents(false) }),
  z.strictObject({ tool, document: documents(true), changes: oneOf(changeChoices) }),
]) satisfies z.ZodType<IdPhotoRecipe>;

/** No prompt: the darkroom makes ID photos, whether or not a model is connected (decision 35). */
export const idPhotoRules = rulesOf(
  recipe,
  recipe,
  () => "",
  () => "ID photo",
);
