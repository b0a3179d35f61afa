import { useLocation } from "react-router";
import { FailedPage } from "../../ui/error-pages/failed-page.tsx";

/** A tool's error boundary: says that the photo and the choices of a run are kept, where the address names the run. */
export function ErrorBoundary({ error }: { error: unknown }) {
  const { search } = useLocation();
  const kept = new URLSearchParams(search).has("draft") ? keptRun : undefined;
  return <FailedPage error={error} reassurance={kept} />;
}

const keptRun = "Your photo and the choices you had made are kept, and nothing is charged twice.";
