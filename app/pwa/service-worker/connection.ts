import { worker } from "./worker-scope.ts";

/** Whether nothing may be fetched beforehand: the person saves data, or the line is as slow as 2G. */
export function isFrugal(): boolean {
  const { saveData = false, effectiveType = "" } = worker.navigator.connection ?? {};
  return saveData || effectiveType.endsWith("2g");
}

/** A low priority: the page's own requests come first. `priority` is missing in TypeScript's RequestInit. */
export const later: RequestInit = { priority: "low" };
