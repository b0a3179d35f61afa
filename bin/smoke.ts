/** `npm run smoke <origin>`: checks a deployed product from outside. Read-only. */
import { smoke } from "./smoke-checks.ts";

const origin = process.argv[2];
if (!origin || !URL.canParse(origin)) {
  process.stderr.write("Name the origin: npm run smoke https://photogem.example\n");
  process.exit(2);
}
const seen = await smoke(new URL(origin).origin);
for (const { what, value, ok } of seen) process.stdout.write(`${ok ? "ok    " : "NOT OK"}  ${what}: ${value}\n`);
if (seen.some(({ ok }) => !ok)) process.exitCode = 1;
