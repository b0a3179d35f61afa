/** What this browser keeps in local storage; null where there is nothing or the person allows no storage. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage it is asked again on the next page: there is no other place to keep it.
  }
}
