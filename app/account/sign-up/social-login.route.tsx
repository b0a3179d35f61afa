import { safePath, withNext } from "../../server/http/next-path.ts";
import { MessagePage } from "../frame/message-page.tsx";
import { comingSoon } from "./social-sign-in.tsx";
import type { Route } from "./+types/social-login.route";

export function loader({ request }: Route.LoaderArgs) {
  return { next: safePath(new URL(request.url).searchParams.get("next"), "") };
}

export default function SocialLogin({ loaderData: { next } }: Route.ComponentProps) {
  return (
    <MessagePage title={comingSoon.title} lede={comingSoon.text}>
      <div className="flex flex-wrap items-center gap-3">
        <a className="btn-lg btn-primary" href={withNext("/login", next)}>
          Back to Login
        </a>{" "}
        <a className="btn-lg btn-secondary" href={withNext("/register", next)}>
          Create an account
        </a>
      </div>
    </MessagePage>
  );
}
