import { useLocation } from "react-router";
import { FailedPage } from "../../ui/error-pages/error-pages.tsx";

export function ErrorBoundary({ error }: { error: unknown }) {
  const { search } = useLocation();
  const hint = new URLSearchParams(search).has("draft") ? savedDraftHint : undefined;
  return <FailedPage error={error} reassurance={hint} />;
}

const savedDraftHint = "Your photo and the choices you had made are kept, and nothing is charged twice.";
