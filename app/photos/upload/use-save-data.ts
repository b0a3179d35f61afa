import { useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../../root.tsx";

export const useSaveData = (): boolean => useRouteLoaderData<typeof rootLoader>("root")?.saveData ?? false;
