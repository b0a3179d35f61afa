import { surpriseMe } from "./surprise-me/surprise-me.ts";
import type { Tool } from "./tool.ts";

/** Every tool members can use, by id. */
export const tools = { "surprise-me": surpriseMe } as const satisfies Record<string, Tool>;

export type ToolId = keyof typeof tools;

export const isToolId = (id: string): id is ToolId => Object.hasOwn(tools, id);

/** The tool whose page has this path, or undefined. */
export const toolAt = (path: string): Tool | undefined => Object.values(tools).find((tool) => tool.path === path);
