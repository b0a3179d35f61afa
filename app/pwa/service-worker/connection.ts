import { worker } from "./worker-scope.ts";

export function savesData(): boolean {
  const { saveData = false, effectiveType = "" } = worker.navigator.connection ?? {};
  return saveData || effectiveType.endsWith("2g");
}

/** TypeScript's RequestInit lacks `priority`. */
export const lowPriority: RequestInit = { priority: "low" };
