/** Where the built enhancement script stands; vite.config.ts puts it in. */
declare const __ENHANCEMENT_URL__: string;
