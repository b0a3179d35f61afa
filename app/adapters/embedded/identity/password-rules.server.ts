import { weakPassword } from "./gotrue-errors.server.ts";

/** GoTrue's default and the product's (spec, "at least 6 characters"). */
const minimumCharacters = 6;
/** bcrypt reads no further. */
const maximumBytes = 72;

/** @throws GotrueError `weak_password` for a password that is too short or longer than bcrypt reads. */
export function refuseUnfitPassword(password: string) {
  if ([...password].length < minimumCharacters) {
    throw weakPassword(`Password should be at least ${minimumCharacters} characters.`);
  }
  if (isTooLong(password)) throw weakPassword("Password cannot be longer than 72 characters.");
}

export const isTooLong = (password: string) => Buffer.byteLength(password) > maximumBytes;
