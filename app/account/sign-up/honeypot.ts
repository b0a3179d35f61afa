/** The name of a field no person sees. Programs that fill in every field give themselves away. */
export const honeypotField = "website";

export function isRobot(form: FormData): boolean {
  return Boolean(form.get(honeypotField));
}
