const failedPath = "/failed";

/** Replaces React Router's bare text for a failed resource route by a page or by JSON. */
export async function errorResponse(
  request: Request,
  response: Response,
  failedPage: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (response.status !== 500 || !response.headers.get("Content-Type")?.startsWith("text/plain")) return response;
  if (isForPerson(request))
    return failedPage(new Request(new URL(failedPath, request.url), { headers: request.headers }));
  const error = "Something went wrong. This is our mistake. Your gems and photos are safe. Please try again.";
  return Response.json({ error }, { status: 500, headers: { "Cache-Control": "no-store" } });
}

function isForPerson({ headers }: Request): boolean {
  const destination = headers.get("Sec-Fetch-Dest");
  return destination === null ? Boolean(headers.get("Accept")?.includes("text/html")) : destination === "document";
}
