import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { enhancementFileName } from "./scripts/enhancement-file-name.ts";

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  define: {
    __ENHANCEMENT_URL__: JSON.stringify(
      command === "build" ? `/assets/${enhancementFileName()}` : "/app/enhancement/enhance.ts",
    ),
  },
  build: { target: "es2022", assetsInlineLimit: 0 },
  // Kysely is hundreds of files, of which routes need one: bundled, a start reads only that.
  ssr: { noExternal: ["remix-utils", "kysely"] },
}));
