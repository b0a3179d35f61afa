import type { Belongings, Little } from "./belongings.ts";
import type { Body } from "../raw-request.ts";

export type Expected = number | readonly number[] | { to: string | RegExp };

/** A place of the site that takes an id, and its responses to members who do not own the named row. */
export interface Target {
  /** As in app/routes.ts. */
  route: string;
  /** The field with the id, when it is not in the path. */
  field?: string;
  kind: "page" | "api" | "public";
  /** The owner's ids for this place. */
  ids: (owned: Belongings) => string[];
  shape: Shape;
  /** `mine`: the other member's own data. */
  path: (id: string, mine: Little) => string;
  body?: (id: string, mine: Little) => Body;
  get?: Expected;
  getData?: Expected;
  post?: Expected;
  delete?: Expected;
  /** Different responses to a malformed id. */
  malformed?: { get?: Expected; post?: Expected; delete?: Expected };
  /** Different responses to a well-formed id without a row. */
  unowned?: { post?: Expected };
  takesPhotos?: true;
}

export type Shape = "uuid" | "token" | "reference" | "public id" | "time" | "checkout";
