export function fakeCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>();
  const href = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, "https://photogem.example").href;
  const open = (name: string) => {
    const entries = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, entries);
    return {
      match: async (request: RequestInfo) => entries.get(href(request))?.clone(),
      put: async (request: RequestInfo, response: Response) => void entries.set(href(request), response),
      delete: async (request: RequestInfo) => entries.delete(href(request)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
    };
  };
  return {
    open: async (name: string) => open(name),
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  } as unknown as CacheStorage;
}
