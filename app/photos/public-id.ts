const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** A UUID, a slash and a safe name that is not a hidden file. */
const pattern = new RegExp(`^${uuid}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$`);

/** @throws for an id that could leave its folder; ids come from the photos table, so this is a bug or an attack. */
export function assertPublicId(publicId: string): void {
  if (!pattern.test(publicId) || publicId.includes("..")) throw new InvalidPublicIdError(publicId);
}

class InvalidPublicIdError extends Error {
  override readonly name = "InvalidPublicIdError";

  constructor(publicId: string) {
    super(`Not a public id of a picture: ${JSON.stringify(publicId.slice(0, 150))}`);
  }
}
