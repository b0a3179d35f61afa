import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";

/** Whether the person asked their browser to save data, by the request header Save-Data. */
export const useSaveData = (): boolean => useRouteLoaderData<typeof rootLoader>("root")?.saveData ?? false;
