/** One chunk, loaded while the member picks a photo. */
export { uploadChosen } from "../drafts/upload-chosen-photo.ts";
export { StepForm } from "./step-form.tsx";
export { StepScreen } from "./step-screen.tsx";
