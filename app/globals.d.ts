/** URLs of built scripts, defined by vite.config.ts and the script builds. */
declare const __ENHANCEMENT_URL__: string;

declare const __AFTER_LOAD_URL__: string;

declare const __AFTER_LOAD_MEMBER_URL__: string;

declare const __OFFLINE_PAGE_URL__: string;

declare const __CAROUSEL_URL__: string;
declare const __UPDATE_BANNER_URL__: string;

declare const __SEND_TRYOUT_URL__: string;

declare module "heic-decode" {
  interface HeicPicture {
    readonly width: number;
    readonly height: number;
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
  }
  const decodeHeic: {
    all(input: { buffer: Uint8Array }): Promise<HeicPicture[] & { dispose(): void }>;
  };
  export default decodeHeic;
}
