/** Where the page is that says that something went wrong. */
const failedPath = "/failed";

/**
 * React Router answers for a failed route without a page (where forms go, APIs) with a bare line of text. A person gets
 * the page that says what happened and what to do, anything else the same in JSON. `failedPage` asks the product for it,
 * and tells it that it is us who ask (afterFailureContext).
 */
export async function inWords(
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
