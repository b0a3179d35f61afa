import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Returns false between two steps of a draft (`?draft=&step=`), because the page already has its data. */
export function unlessOnlyStepChanged(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const [from, to] = [currentUrl.searchParams, nextUrl.searchParams];
  const moved = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  const sameRun = !from.has("job") && (!from.has("draft") || from.get("draft") === to.get("draft"));
  const local = !formMethod && moved && sameRun && to.has("step") && !to.has("failed");
  return local ? false : defaultShouldRevalidate;
}
