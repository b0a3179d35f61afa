export function fakeCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>();
  const href = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, "https://photogem.example").href;
  const open = (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, kept);
    return {
      match: async (request: RequestInfo) => kept.get(href(request))?.clone(),
      put: async (request: RequestInfo, response: Response) => void kept.set(href(request), response),
      delete: async (request: RequestInfo) => kept.delete(href(request)),
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
    };
  };
  return {
    open: async (name: string) => open(name),
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage;
}
