import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { waitMessage } from "../../server/http/limits/limits.ts";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { memberContext, servicesContext } from "../../services.ts";
import { refusalText } from "../../transformations/requesting/limits.ts";
import { portraitStudio } from "./portrait-studio.ts";
import { requestAngle } from "./request-angle.server.ts";
import type { Route } from "./+types/angle.route";

/** `POST /transform/angle` with `job`, `angle` and `key`: another angle of a finished portrait, for a gem. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { leave } = context.get(flashContext);
  const memberId = context.get(memberContext).id;
  const form = await readSmallForm(request);
  const field = (name: string) => String(form.get(name) ?? "");
  const back = redirect(`${portraitStudio.path}?job=${encodeURIComponent(field("job"))}`);
  const failed = (text: string) => leave({ kind: "error", title: "Angle generation failed", text });
  const wait = await services.rateLimiter.take({ startByMember: memberId });
  if (wait) {
    failed(waitMessage(wait));
    return back;
  }
  const angleRequest = { memberId, transformationId: field("job"), angle: field("angle"), key: field("key") };
  const answer = await requestAngle(services, angleRequest);
  if (answer.ok)
    return redirect(`${portraitStudio.path}?job=${angleRequest.transformationId}&angle=${answer.transformationId}`);
  switch (answer.problem) {
    case "not-found":
      throw new Response("Not found", { status: 404 });
    case "insufficient-gems":
      leave({ kind: "error", title: "Insufficient gems", text: "You need at least 1 gem to generate a new angle." });
      return back;
    case "limited":
      failed(refusalText(answer.refusal));
      return back;
    case "photo-missing":
      failed("The original photo is not here any more.");
      return back;
    case "refused":
      failed(answer.message);
      return back;
  }
}

export const loader = () => redirect(portraitStudio.path);
