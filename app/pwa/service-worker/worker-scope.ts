/**
 * The parts of a service worker's global scope we use. TypeScript's own `WebWorker` library cannot stand beside the
 * `DOM` one the rest of the project is checked with.
 */
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly navigator: { connection?: { saveData?: boolean; effectiveType?: string } };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<WindowClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}

interface WorkerEvents {
  install: LifetimeEvent;
  activate: LifetimeEvent;
  fetch: FetchEvent;
  message: LifetimeEvent & { readonly data: unknown; readonly source: { readonly id: string } | null };
  /** Background sync. */
  sync: LifetimeEvent & { readonly tag: string };
}

interface WindowClient {
  readonly id: string;
  readonly url: string;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown): void;
}

/** An event the worker stays alive for. */
export interface LifetimeEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LifetimeEvent {
  readonly request: Request;
  readonly clientId: string;
  /** The answer to a navigation, asked for while the worker was still starting; undefined where it was not. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response> | Response): void;
}

export const worker = globalThis as unknown as WorkerScope;
