import { createCookie } from "react-router";

export type GalleryView = "grid" | "list";

const cookie = createCookie("gallery-view", { path: "/", maxAge: 31_536_000, httpOnly: true, sameSite: "lax" });

const isView = (value: unknown): value is GalleryView => value === "grid" || value === "list";

/** From `?view=`, which is remembered for a year, or the remembered one. */
export async function galleryView(
  request: Request,
  { secure }: { secure: boolean },
): Promise<{ view: GalleryView; headers: Headers }> {
  const headers = new Headers();
  const requested = new URL(request.url).searchParams.get("view");
  if (isView(requested)) {
    headers.append("Set-Cookie", await cookie.serialize(requested, { secure }));
    return { view: requested, headers };
  }
  const remembered: unknown = await cookie.parse(request.headers.get("Cookie"));
  return { view: isView(remembered) ? remembered : "grid", headers };
}
