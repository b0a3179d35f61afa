import type { Tool } from "./tool.ts";

/** For every page; the whole tool is in catalogue.ts. */
export const toolList = {
  "portrait-studio": {
    id: "portrait-studio",
    path: "/transform",
    title: "Portrait Studio",
    lede: "A studio portrait in a few choices.",
  },
  "art-style": {
    id: "art-style",
    path: "/pixel-art",
    title: "Pixel AI Art",
    lede: "Turn a photo into a painting, a comic or a sketch.",
  },
  "background-engine": {
    id: "background-engine",
    path: "/background-engine",
    title: "Background Engine",
    lede: "Remove, replace or redesign what is behind your subject.",
  },
  "surprise-me": {
    id: "surprise-me",
    path: "/surprise-me",
    title: "Surprise Me",
    lede: "One tap. We choose what your photo needs.",
  },
  "id-photo": {
    id: "id-photo",
    path: "/id-photo",
    title: "ID Photo",
    lede: "Passport, visa and ID photos: checked, cropped to the rule and ready to print.",
  },
} as const satisfies Record<string, Pick<Tool, "id" | "path" | "title" | "lede">>;

export type ToolId = keyof typeof toolList;

export const isToolId = (id: string): id is ToolId => Object.hasOwn(toolList, id);
