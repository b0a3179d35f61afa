import { writeFileSync } from "node:fs";
import { buildStamp, stampFile } from "./build-stamp.ts";

writeFileSync(stampFile, buildStamp());
