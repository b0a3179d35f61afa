/** The name of a field no person sees. Programs that fill in every field give themselves away. */
export const trapField = "website";

export function isCaught(form: FormData): boolean {
  return Boolean(form.get(trapField));
}
