import type { Services } from "../../../app/services.server.ts";
import type { OwnershipScene } from "./scene.ts";
import { batchingAttempts } from "./batching.ts";
import { changingAttempts } from "./changing.ts";
import { draftingAttempts } from "./drafting.ts";
import { readingAttempts } from "./reading.ts";

/** Bayo, who knows every id of Ada's, and the services that answer his requests. */
export interface Attacker extends OwnershipScene {
  services: Pick<
    Services,
    "appUrl" | "database" | "photoHost" | "photoSight" | "queue" | "generationLimits" | "engine" | "log"
  >;
}

export interface Attempt {
  what: string;
  attempt: (attacker: Attacker) => Promise<unknown>;
  refused: (scene: OwnershipScene) => unknown;
  heldBy?: string;
}

/** Every use case and reader that takes an id, or lists what is one's own, asked by Bayo for what is Ada's. */
export const attempts: Attempt[] = [...readingAttempts, ...draftingAttempts, ...batchingAttempts, ...changingAttempts];
