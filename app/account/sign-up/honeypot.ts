/** A hidden field that only bots fill in. */
export const honeypotField = "website";

export function isRobot(form: FormData): boolean {
  return Boolean(form.get(honeypotField));
}
