export interface HostedPhoto {
  public_id: string;
  renaming_to: string | null;
}

/** Reads a picture under its name, its next name, then the names its row has by then. Null when the host has none. */
export async function readDuringRename<Found>(
  photo: HostedPhoto,
  reload: () => Promise<HostedPhoto | null | undefined>,
  load: (publicId: string) => Promise<Found | null>,
): Promise<Found | null> {
  const picture = await underEither(photo, load);
  if (picture) return picture;
  const now = await reload();
  const moved = now && (now.public_id !== photo.public_id || now.renaming_to !== photo.renaming_to);
  return moved ? underEither(now, load) : null;
}

async function underEither<Found>(
  { public_id, renaming_to }: HostedPhoto,
  load: (publicId: string) => Promise<Found | null>,
): Promise<Found | null> {
  return (await load(public_id)) ?? (renaming_to === null ? null : load(renaming_to));
}
