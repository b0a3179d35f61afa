import { MessagePage } from "../../account/frame/message-page.tsx";

export function ReportSent({ path }: { path: string }) {
  return (
    <MessagePage
      title="Thank you for your report"
      lede="Our support reads every report and takes the picture down where it has to go."
    >
      <p className="flex flex-wrap items-center gap-3">
        <a className="btn btn-secondary" href={path}>
          Back to the picture
        </a>
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/">
          Home
        </a>
      </p>
    </MessagePage>
  );
}
