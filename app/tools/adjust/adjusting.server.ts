import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { formAnswer } from "../../account/forms/form-errors.tsx";
import {
  type Adjustment,
  frameProblem,
  type Side,
  type Size,
  type Turn,
  turnedFrame,
  turnedOn,
  turnedSize,
  wholeFrame,
} from "../../photos/adjusting/adjustment.ts";
import { frameOfShape, type ShapeId, shapes } from "../../photos/adjusting/shapes.ts";
import { type Adjusting, frameFields, frameOf, places, textsOf } from "./adjusting.ts";
import type { Database } from "../../server/database/database.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { pictureOf } from "../../photos/picture.ts";
import { toolOf } from "../catalogue.ts";
import type { Tool } from "../tool.ts";

export interface AdjustingRead {
  adjusting: Adjusting;
  /** Null while a field has an error. */
  adjustment: Adjustment | null;
  errors: Record<string, string>;
}

const ids = <Id extends string>(options: readonly { readonly id: Id }[]) => options.map(({ id }) => id);
const number = z.string().default("");
const schema = z.object({
  turn: z.enum(["0", "90", "180", "270"], "Please turn it by a quarter turn.").default("0"),
  rotate: z.enum(["left", "right"], "Please turn it left or right.").optional(),
  shape: z.enum(ids<ShapeId>(shapes), "Please choose a shape.").default("whole"),
  across: z.enum(ids(places.across), "Please choose a position from the list.").default("centre"),
  down: z.enum(ids(places.down), "Please choose a position from the list.").default("centre"),
  /** With scripts the numbers win over the shape, because the frame was dragged. */
  exact: z.string().optional(),
  left: number,
  top: number,
  width: number,
  height: number,
});

export function readAdjusting(form: FormData | URLSearchParams, whole: Size): AdjustingRead {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") {
    const { errors, values } = formAnswer(submission.reply());
    const frame = wholeFrame(whole);
    const typed = { ...textsOf(frame), ...pick(values) };
    return { adjusting: { ...unadjusted, frame, typed }, adjustment: null, errors };
  }
  const { turn: turnText, rotate, shape, across, down, exact, ...numbers } = submission.value;
  const before = Number(turnText) as Turn;
  const chosen = { shape, across, down };
  if (shape === "own" || exact) return ofNumbers({ ...chosen, turn: before, numbers, rotate, whole });
  const turn = rotate ? turnedOn(before, rotate) : before;
  const share = (options: readonly { id: string; share: number }[], id: string) =>
    options.find((option) => option.id === id)?.share;
  const around = turnedSize(whole, turn);
  const frame = frameOfShape(shape, around, share(places.across, across), share(places.down, down));
  return done({ ...chosen, turn, frame, typed: textsOf(frame) });
}

/** The stored state: adjusted before, or whole. */
export function adjustingOf(whole: Size, earlier: Adjustment | null): Adjusting {
  if (!earlier) return { ...unadjusted, frame: wholeFrame(whole), typed: textsOf(wholeFrame(whole)) };
  const { turn, ...frame } = earlier;
  const { width, height } = turnedSize(whole, turn);
  const all = frame.width === width && frame.height === height;
  return { ...unadjusted, turn, shape: all ? "whole" : "own", frame, typed: textsOf(frame) };
}

const unadjusted = { turn: 0, shape: "whole", across: "centre", down: "centre" } as const;

interface SubmittedNumbers extends Pick<Adjusting, "turn" | "shape" | "across" | "down"> {
  numbers: Adjusting["typed"];
  rotate: Side | undefined;
  whole: Size;
}

function ofNumbers({ numbers, rotate, whole, ...chosen }: SubmittedNumbers): AdjustingRead {
  const size = turnedSize(whole, chosen.turn);
  const frame = frameOf(numbers);
  const problem = frame ? frameProblem(frame, size) : null;
  if (!frame || problem) {
    const adjusting = { ...chosen, frame: wholeFrame(size), typed: numbers };
    const errors = problem ? { [problem.field]: problem.message } : unreadable(numbers, size);
    return { adjusting, adjustment: null, errors };
  }
  if (!rotate) return done({ ...chosen, frame, typed: textsOf(frame) });
  const turned = turnedFrame(frame, size, rotate);
  return done({ ...chosen, turn: turnedOn(chosen.turn, rotate), frame: turned, typed: textsOf(turned) });
}

function unreadable(numbers: Adjusting["typed"], size: Size): Record<string, string> {
  const invalid = frameFields.filter(({ name }) => !/^\s*\d{1,5}\s*$/.test(numbers[name]));
  const most = (name: string) => (name === "left" || name === "width" ? size.width : size.height);
  return Object.fromEntries(
    invalid.map(({ name, label }) => [name, `${label}: please enter a whole number from 0 to ${most(name)}.`]),
  );
}

const done = (adjusting: Adjusting): AdjustingRead => ({
  adjusting,
  adjustment: { turn: adjusting.turn, ...adjusting.frame },
  errors: {},
});

const pick = (values: Record<string, string>) =>
  Object.fromEntries(frameFields.flatMap(({ name }) => (name in values ? [[name, values[name] ?? ""]] : [])));

export interface Adjustable {
  draftId: string;
  tool: Tool;
  /** The photo before adjusting; null without a photo. */
  whole: { id: string; name: string; picture: ReturnType<typeof pictureOf> } | null;
  /** How the photo was adjusted; null for the whole one. */
  earlier: Adjustment | null;
  startedId: string | null;
  batchId: string | null;
}

/** `several` names one photo of a batch draft. Null for an unknown or another member's draft. */
export async function readAdjustable(
  database: Database,
  memberId: string,
  draftId: string,
  several: string | null = null,
): Promise<Adjustable | null> {
  if (!isRowId(draftId) || (several !== null && !isRowId(several))) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("drafts as d")
      .leftJoin("draft_photos as dp", (join) => join.onRef("dp.draft_id", "=", "d.id").on("dp.photo_id", "=", several))
      .leftJoin("photos as p", (join) =>
        join.on((eb) => eb("p.id", "=", several === null ? eb.ref("d.photo_id") : eb.ref("dp.photo_id"))),
      )
      .leftJoin("photos as w", "w.id", "p.adjusted_from")
      .select(["d.tool", "p.id as photo_id", "w.id as whole_id", "p.adjustment"])
      .select((eb) =>
        eb
          .selectFrom("transformations as t")
          .select("t.id")
          .whereRef("t.draft_id", "=", "d.id")
          .where("t.status", "!=", "failed")
          .limit(1)
          .as("started_id"),
      )
      .select((eb) =>
        eb.selectFrom("batches as b").select("b.id").whereRef("b.draft_id", "=", "d.id").limit(1).as("batch_id"),
      )
      .where("d.id", "=", draftId)
      .where("d.user_id", "=", memberId)
      .executeTakeFirst(),
  );
  const tool = row && toolOf(row.tool);
  if (!tool) return null;
  const photoId = row.whole_id ?? row.photo_id;
  return {
    draftId,
    tool,
    whole: photoId ? await readWhole(database, memberId, photoId) : null,
    earlier: row.whole_id ? (row.adjustment as Adjustment | null) : null,
    startedId: row.started_id,
    batchId: row.batch_id,
  };
}

async function readWhole(database: Database, memberId: string, photoId: string): Promise<Adjustable["whole"]> {
  const photo = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("photos")
      .select(["id", "file_name", "width", "height", "placeholder", "mime_type"])
      .where("id", "=", photoId)
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  return photo ? { id: photo.id, name: photo.file_name, picture: pictureOf(photo) } : null;
}
