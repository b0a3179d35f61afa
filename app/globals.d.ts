/** Where the built enhancement script stands; vite.config.ts puts it in. */
declare const __ENHANCEMENT_URL__: string;

/** Where the script stands that the enhancement script loads after the page; its build puts it in. */
declare const __AFTER_LOAD_URL__: string;

/** Where the one stands that a member's pages load instead. */
declare const __AFTER_LOAD_MEMBER_URL__: string;

/** Where the script of the offline page stands. */
declare const __OFFLINE_PAGE_URL__: string;

/** Where the script of the welcome page's carousel stands. */
declare const __CAROUSEL_URL__: string;
