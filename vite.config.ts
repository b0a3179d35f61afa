import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { enhancementFileName } from "./scripts/enhancement-file-name.ts";

/** Features.LightDark of lightningcss. */
const lightDark = 1 << 20;

const sharedParts =
  /app\/(brand\.ts|ui\/|http\/|tools\/(steps|tool|tool-client-action|recipe)\.ts|photos\/photo-p|account\/members-only)|rolldown|jsx-runtime/;

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  define: {
    __ENHANCEMENT_URL__: JSON.stringify(
      command === "build" ? `/assets/${enhancementFileName()}` : "/app/enhancement/enhance.ts",
    ),
  },
  // tokens.css has its own fallback for browsers without light-dark(); emulating it would double every colour.
  css: { lightningcss: { exclude: lightDark } },
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Parts of a few hundred bytes that every signed-in page has: one file costs less than the headers of many.
            codeSplitting: { groups: [{ name: "shared", test: sharedParts, minShareCount: 3 }] },
          },
        },
      },
    },
  },
  // Kysely is hundreds of files, of which routes need one: bundled, a start reads only that.
  ssr: { noExternal: ["remix-utils", "kysely"] },
}));
