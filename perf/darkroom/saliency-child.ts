import { loadSaliencyNet, type SaliencyNet } from "../../app/darkroom/vision/saliency-net.ts";
import { serveMeasured } from "./measured-child.ts";

let loading: Promise<SaliencyNet> | undefined;

/** The saliency net in a process of its own, loaded with the first question. */
serveMeasured<Uint8Array, Float32Array | null>(async (rgb) => {
  loading ??= loadSaliencyNet();
  return (await loading)(rgb);
});
