// Whether the heading of a new page takes the focus. The first page does not, because nobody has
// navigated yet.

let hasNavigated = false;

export function noteNavigation(): void {
  hasNavigated = true;
}

export const takesFocus = (): boolean => hasNavigated;
