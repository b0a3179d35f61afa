import type { Belongings, Little } from "./belongings.ts";
import type { Body } from "../raw-request.ts";

export type Expected = number | readonly number[] | { to: string | RegExp };

/** A place of the site that takes an id, and its answers to members who do not own the named row. */
export interface Target {
  /** As in app/routes.ts. */
  route: string;
  /** Where in it the id stands, when that is not its path. */
  field?: string;
  kind: "page" | "api" | "public";
  /** The ids of the owner's that belong here. */
  ids: (owned: Belongings) => string[];
  shape: Shape;
  /** `mine` is what the other member owns. */
  path: (id: string, mine: Little) => string;
  body?: (id: string, mine: Little) => Body;
  get?: Expected;
  getData?: Expected;
  post?: Expected;
  delete?: Expected;
  /** Where what cannot be an id at all is answered otherwise. */
  malformed?: { get?: Expected; post?: Expected; delete?: Expected };
  /** A different answer for a well-formed id without a row. */
  unowned?: { post?: Expected };
  takesPhotos?: true;
}

export type Shape = "uuid" | "token" | "reference" | "public id" | "time" | "checkout";
