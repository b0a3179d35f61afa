import type { Config } from "@react-router/dev/config";
import { precompress } from "./build-steps/precompress.ts";

export default {
  ssr: true,
  future: {
    v8_middleware: true,
    // A client action has a few hundred bytes: a separate file costs more than it saves.
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
  buildEnd: ({ reactRouterConfig }) => precompress(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
