import { artStyle } from "./art-style/art-style.ts";
import { backgroundEngine } from "./background-engine/background-engine.ts";
import { idPhoto } from "./id-photo/id-photo.ts";
import { portraitStudio } from "./portrait-studio/portrait-studio.ts";
import { surpriseMe } from "./surprise-me/surprise-me.ts";
import type { Tool } from "./tool.ts";
import { isToolId, type ToolId } from "./tool-list.ts";

export const tools = {
  "portrait-studio": portraitStudio,
  "art-style": artStyle,
  "background-engine": backgroundEngine,
  "surprise-me": surpriseMe,
  "id-photo": idPhoto,
} as const satisfies Record<ToolId, Tool>;

export const toolOf = (id: string): Tool | undefined => (isToolId(id) ? tools[id] : undefined);

export const toolAt = (path: string): Tool | undefined => Object.values(tools).find((tool) => tool.path === path);
