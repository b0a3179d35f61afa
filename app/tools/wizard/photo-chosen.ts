/** What a tool's page needs once a photo is chosen, in one file: it is loaded while the person looks for one. */
export { uploadChosen } from "../drafts/upload-chosen-photo.ts";
export { StepForm } from "./step-form.tsx";
export { StepScreen } from "./step-screen.tsx";
