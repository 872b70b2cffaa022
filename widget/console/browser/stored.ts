// Preferences stored in this browser. Without storage they last as long as the page.

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
    // Without storage, the value is only kept in memory.
  }
}
