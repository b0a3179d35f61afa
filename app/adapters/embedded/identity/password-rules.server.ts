import { weakPassword } from "./gotrue-errors.server.ts";

const minimumCharacters = 6;
const maximumBytes = 72;

export function refuseUnfitPassword(password: string) {
  if ([...password].length < minimumCharacters) {
    throw weakPassword(`Password should be at least ${minimumCharacters} characters.`);
  }
  if (isTooLong(password)) throw weakPassword("Password cannot be longer than 72 characters.");
}

export const isTooLong = (password: string) => Buffer.byteLength(password) > maximumBytes;
