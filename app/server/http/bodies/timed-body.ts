export function withTimedBody(request: Request, limitMs: number): Request {
  if (!request.body) return request;
  const body = request.body.pipeThrough(new TransformStream(), { signal: AbortSignal.timeout(limitMs) });
  return new Request(request, { body, duplex: "half" } as RequestInit);
}
