import { data, type MiddlewareFunction } from "react-router";
import { healthContext } from "./health/health-checks.ts";
import { siteContext } from "./site.ts";
import type { DatabaseAway } from "../../ui/error-pages/error-pages.tsx";

const failedPath = "/failed";
const waitSeconds = 10;

/** Renders the error page of a status for the given request. */
type FailedPage = (request: Request, status: 403 | 500) => Promise<Response>;

/** Replaces React Router's plain text for a failed resource route with a page or with JSON. */
export async function errorResponse(request: Request, response: Response, failedPage: FailedPage): Promise<Response> {
  if (response.status !== 500 || !response.headers.get("Content-Type")?.startsWith("text/plain")) return response;
  if (isForPerson(request)) return failedPage(atFailedPath(request), 500);
  const error = "Something went wrong. This is our mistake. Your gems and photos are safe. Please try again.";
  return Response.json({ error }, { status: 500, headers: { "Cache-Control": "no-store" } });
}

const healthPaths = ["/healthz", "/readyz"];

/** While the process waits for the database, answers 503 before any query: a page for people, JSON for programs. */
export const whileDatabaseIsAway: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const isPaused = context.get(healthContext).waitsFor !== null;
  const { pathname } = new URL(request.url);
  if (!isPaused || healthPaths.includes(pathname)) return next();
  const answer = { status: 503, headers: { "Cache-Control": "no-store", "Retry-After": String(waitSeconds) } };
  if (isForPerson(request) || pathname.endsWith(".data")) {
    const away: DatabaseAway = { failed: "database", supportEmail: context.get(siteContext).supportEmail };
    throw data(away, answer);
  }
  const error = "We are starting up. Your gems and photos are safe. Please try again in a moment.";
  return Response.json({ error }, answer);
};

/** Replaces the JSON of a refused form with a page if a person reads it. */
export async function refusalResponse(request: Request, refusal: Response, failedPage: FailedPage): Promise<Response> {
  return isForPerson(request) ? failedPage(atFailedPath(request), 403) : refusal;
}

const atFailedPath = ({ url, headers }: Request) => new Request(new URL(failedPath, url), { headers });

function isForPerson({ headers }: Request): boolean {
  const destination = headers.get("Sec-Fetch-Dest");
  return destination === null ? Boolean(headers.get("Accept")?.includes("text/html")) : destination === "document";
}
