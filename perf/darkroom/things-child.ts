import { loadThingsNet, type ThingsNet } from "../../app/darkroom/vision/things-net.ts";
import { serveMeasured } from "./measured-child.ts";

let loading: Promise<ThingsNet> | undefined;

/** The things' net in a process of its own, loaded with the first question. */
serveMeasured<Uint8Array, Float32Array | null>(async (rgb) => {
  loading ??= loadThingsNet();
  return (await loading)(rgb);
});
