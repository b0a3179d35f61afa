import type { Answers, Option, Tool } from "../tool.ts";
import { toolList } from "../tool-list.ts";
import { documentList, listedDocument, sizeText } from "./document-list.ts";

const documents: readonly Option[] = documentList.map((each) => ({
  id: each.id,
  name: each.name,
  note: sizeText(each),
}));

/** For documents whose authorities refuse photos that software has changed. */
export const changeChoices = [
  { id: "crop", name: "Only crop and level it", note: "Needs a plain, light background in your photo" },
  { id: "background", name: "Replace the background too", note: "This authority may refuse the photo" },
] as const satisfies readonly Option[];

const describe = ({ document, changes }: Answers): string => {
  const chosen = listedDocument(document);
  if (!chosen) return "ID photo";
  return `${chosen.name}, ${sizeText(chosen)}, ${changes === "crop" ? "own background" : `${chosen.background} background`}`;
};

export const idPhoto = {
  ...toolList["id-photo"],
  howItWorks: [
    { icon: "check", text: "We check the photo before you spend a gem" },
    { icon: "portrait", text: "Head and eyes are placed as the document asks" },
    { icon: "layers", text: "The background becomes plain. Your face is never altered" },
    { icon: "download", text: "You get the file for the form and sheets to print" },
  ],
  steps: [
    {
      id: "document",
      name: "Document",
      title: "Which document is it for?",
      hint: "The photo is cropped, levelled and laid on a plain background.",
      questions: [
        {
          kind: "choice",
          name: "document",
          label: "Document",
          options: documents,
          look: "compact",
          missing: "Please choose a document.",
        },
        {
          kind: "choice",
          name: "changes",
          label: "This authority refuses photos that software has changed",
          when: ({ document }) => listedDocument(document)?.refusesEdits ?? false,
          options: changeChoices,
          look: "compact",
          missing: "Please choose what we may change.",
        },
      ],
    },
    {
      id: "check",
      name: "Check",
      title: "Check the photo first",
      hint: "Nothing of your face is altered: no smoothing, no slimming, no change of skin. What is wrong in the photo stays wrong.",
      questions: [],
    },
  ],
  action: "Make ID photo",
  failureReturnsTo: ["check"],
  working: "Making your ID photo",
  failureTitle: "The ID photo was not made",
  completeTitle: "Your ID photo is ready",
  downloadLabel: () => "id-photo",
  again: { label: "Another document", keeps: "choices", anew: "New ID photo" },
  nameSuffix: ({ document }) => ` - ${listedDocument(document)?.name ?? "ID photo"}`,
  describe,
} as const satisfies Tool;
