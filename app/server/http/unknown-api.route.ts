/** Programs read JSON from `/api/…`, also at an address that does not exist. */
export const loader = () =>
  Response.json({ error: "Not found" }, { status: 404, headers: { "Cache-Control": "no-store" } });

export const action = loader;
