/** Programs get JSON from every `/api/…` address, even an unknown one. */
export const loader = () =>
  Response.json({ error: "Not found" }, { status: 404, headers: { "Cache-Control": "no-store" } });

export const action = loader;
