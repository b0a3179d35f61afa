import { probeService } from "../probe-service.server.ts";

interface Project {
  url: string;
  publishableKey: string;
  secretKey: string;
}

/** The gateway checks the key before it answers the health call. */
export async function checkSupabase({ url, publishableKey, secretKey }: Project): Promise<string | null> {
  const probe = (key: string, apikey: string) =>
    probeService({ url: `${url}/auth/v1/health`, headers: { apikey }, key });
  return (await probe("SUPABASE_PUBLISHABLE_KEY", publishableKey)) ?? probe("SUPABASE_SECRET_KEY", secretKey);
}
