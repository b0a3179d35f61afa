import { shrinkPhoto } from "../../photos/upload/shrink-photo.ts";

/** Sends the photo of a try-out as its form would, shrunk if the browser can: the response is a page either way. */
export async function send(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? [];
  const label = input.closest("label");
  label?.setAttribute("aria-busy", "true");
  const words = label?.querySelector("[data-try-words]");
  if (words) words.textContent = "Sending your photo…";
  // Uses Save-Data's size for everybody: less than half of the usual bytes on a slow connection.
  if (file)
    await shrinkPhoto(file, true).then(
      ({ blob, fileName }) => replace(input, blob, fileName),
      () => {},
    );
  submit(input.form);
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
}

function replace(input: HTMLInputElement, blob: Blob, fileName: string) {
  const files = new DataTransfer();
  files.items.add(new File([blob], fileName, { type: blob.type }));
  input.files = files.files;
}

/** Safari 14 has no `requestSubmit`. */
function submit(form: HTMLFormElement | null) {
  if (form?.requestSubmit) form.requestSubmit();
  else form?.submit();
}
