import { useLocation } from "react-router";
import { FailedPage } from "../../ui/error-pages/failed-page.tsx";

export function ErrorBoundary({ error }: { error: unknown }) {
  const { search } = useLocation();
  const kept = new URLSearchParams(search).has("draft") ? keptRun : undefined;
  return <FailedPage error={error} kept={kept} />;
}

const keptRun = "Your photo and the choices you had made are kept, and nothing is charged twice.";
