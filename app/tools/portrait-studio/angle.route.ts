import { redirect } from "react-router";
import { refusalText } from "../../transformations/requesting/limits.ts";
import { portraitStudio } from "./portrait-studio.ts";
import { requestAngle } from "./angles.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { requestingContext } from "../../transformations/requesting/requesting.ts";
import { memberAction } from "../../account/member-action.server.ts";
import type { Route } from "./+types/angle.route";

/** `POST /transform/angle` with `job`, `angle` and `key`: another angle of a finished portrait, for a gem. */
export const action = memberAction(
  {
    limit: "startByMember",
    title: "Angle generation failed",
    back: (form) => redirect(`${portraitStudio.path}?job=${encodeURIComponent(String(form.get("job") ?? ""))}`),
  },
  async ({ context }: Route.ActionArgs, { member, form, back, leave, refuse }) => {
    const field = (name: string) => String(form.get(name) ?? "");
    const parts = { database: context.get(databaseContext), ...context.get(requestingContext) };
    const job = field("job");
    const angleRequest = { memberId: member.id, transformationId: job, angle: field("angle"), key: field("key") };
    const answer = await requestAngle(parts, angleRequest);
    if (answer.ok) return redirect(`${portraitStudio.path}?job=${job}&angle=${answer.transformationId}`);
    switch (answer.problem) {
      case "not-found":
        throw new Response("Not found", { status: 404 });
      case "insufficient-gems":
        leave({ kind: "error", title: "Insufficient gems", text: "You need at least 1 gem to generate a new angle." });
        return back;
      case "limited":
        return refuse(refusalText(answer.refusal));
      case "photo-missing":
        return refuse("We no longer have the original photo.");
      case "refused":
        return refuse(answer.message);
    }
  },
);

export const loader = () => redirect(portraitStudio.path);
