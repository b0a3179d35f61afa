import { probeService } from "../probe-service.server.ts";

interface Project {
  url: string;
  publishableKey: string;
  secretKey: string;
}

/** Supabase Auth's health with either key of the project, which its gateway looks at first. */
export async function checkSupabase({ url, publishableKey, secretKey }: Project): Promise<string | null> {
  const ask = (key: string, apikey: string) => probeService({ url: `${url}/auth/v1/health`, headers: { apikey }, key });
  return (await ask("SUPABASE_PUBLISHABLE_KEY", publishableKey)) ?? ask("SUPABASE_SECRET_KEY", secretKey);
}
