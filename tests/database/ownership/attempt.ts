import type { Services } from "../../../app/services.server.ts";
import type { OwnershipScene } from "./scene.ts";

/** Bayo, who knows every id of Ada's, and what the server gives his requests to. */
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
