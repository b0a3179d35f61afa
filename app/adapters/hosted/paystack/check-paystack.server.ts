import { probeService } from "../probe-service.server.ts";

export function checkPaystack({ secretKey, apiUrl }: { secretKey: string; apiUrl: string }): Promise<string | null> {
  return probeService({
    url: `${apiUrl}/transaction/verify/photogem-check`,
    headers: { Authorization: `Bearer ${secretKey}` },
    key: "PAYSTACK_SECRET_KEY",
    wellAt: [200, 400, 404],
  });
}
