// Preferences stored in this browser. If storage is unavailable, they last only until the page is
// closed or reloaded.

export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(`agate-console-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepStored(name: string, value: string): void {
  try {
    localStorage.setItem(`agate-console-${name}`, value);
  } catch {
    // If storage is unavailable, the value is kept only in the page's memory.
  }
}
