import type { Config } from "@react-router/dev/config";
import { finishClientBuild } from "./scripts/finish-client-build.ts";

export default {
  ssr: true,
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
  buildEnd: ({ reactRouterConfig }) => finishClientBuild(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
