import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For `shouldRevalidate`: false for a navigation from one step of a run (`?draft=&step=`) to another, or into the run
 * that the page itself has just begun. Such a page has all it needs, and asks the server nothing.
 */
export function unlessOnlyStepChanged(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  const [from, to] = [currentUrl.searchParams, nextUrl.searchParams];
  const moved = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  const sameRun = !from.has("job") && (!from.has("draft") || from.get("draft") === to.get("draft"));
  const local = !formMethod && moved && sameRun && to.has("step") && !to.has("failed");
  return local ? false : defaultShouldRevalidate;
}
