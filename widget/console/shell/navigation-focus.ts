// Determines whether the heading of a new page takes focus. The first page's heading does not,
// because nobody has navigated yet.

let hasNavigated = false;

export function noteNavigation(): void {
  hasNavigated = true;
}

export const takesFocus = (): boolean => hasNavigated;
