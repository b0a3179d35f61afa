import { probeService } from "../probe-service.server.ts";

interface Project {
  url: string;
  publishableKey: string;
  secretKey: string;
}

/** The gateway checks the key before it answers the health call. */
export async function checkSupabase({ url, publishableKey, secretKey }: Project): Promise<string | null> {
  const ask = (key: string, apikey: string) => probeService({ url: `${url}/auth/v1/health`, headers: { apikey }, key });
  return (await ask("SUPABASE_PUBLISHABLE_KEY", publishableKey)) ?? ask("SUPABASE_SECRET_KEY", secretKey);
}
