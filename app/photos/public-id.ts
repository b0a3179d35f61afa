const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** `<photo id>/<name>`: a UUID, a slash, and a name of harmless characters that is not a hidden file. */
const pattern = new RegExp(`^${uuid}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$`);

/**
 * Throws when `publicId` could name anything but a picture in its own folder. Callers take it from the photos table,
 * so a refusal is a bug (or someone's attempt), never something to show.
 */
export function assertPublicId(publicId: string): void {
  if (!pattern.test(publicId) || publicId.includes("..")) throw new InvalidPublicIdError(publicId);
}

class InvalidPublicIdError extends Error {
  override readonly name = "InvalidPublicIdError";

  constructor(publicId: string) {
    super(`Not a public id of a picture: ${JSON.stringify(publicId.slice(0, 150))}`);
  }
}
