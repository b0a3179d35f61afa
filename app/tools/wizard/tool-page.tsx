import { useLoaderData } from "react-router";
import type { Tool } from "../tool.ts";
import { preloadRun, preloadSteps, RunScreen, StepScreen } from "./later-screens.ts";
import type { loader } from "./tool-requests.server.ts";
import { UploadScreen } from "./upload-screen.tsx";
import { useWizard, WizardProvider } from "./wizard.tsx";

export function ToolPage({ tool }: { tool: Tool }) {
  const page = useLoaderData<typeof loader>();
  if (page.screen !== "run") return <RunScreen tool={tool} page={page} />;
  return (
    <WizardProvider key={tool.id} tool={tool} page={page}>
      <WizardScreen />
    </WizardProvider>
  );
}

function WizardScreen() {
  const { draft, step } = useWizard();
  if (draft) preloadSteps();
  if (draft) preloadRun();
  return step ? <StepScreen step={step} /> : <UploadScreen />;
}
