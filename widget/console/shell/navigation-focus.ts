// Whether the heading of a new page takes the focus: not on the first page, where nobody has gone anywhere yet.

let hasNavigated = false;

export function noteNavigation(): void {
  hasNavigated = true;
}

export const takesFocus = (): boolean => hasNavigated;
