import type { Config } from "@react-router/dev/config";
import { precompress } from "./build-steps/precompress.ts";

export default {
  ssr: true,
  future: {
    v8_middleware: true,
    // A client action is a few hundred bytes: as a file of its own it costs more than it could save.
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
  buildEnd: ({ reactRouterConfig }) => precompress(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;
