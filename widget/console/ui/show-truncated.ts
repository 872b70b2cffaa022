// Shows the full text of values that are cut off to keep the lines of a list short.
import type { MouseEvent } from 'react';

/**
 * Selects values that were entered by people or reported by programs. Unlike our own texts, they
 * can have any length.
 */
const VALUES = 'bdi, code, strong, .code';

/**
 * Shows the full value under the pointer when part of it is cut off. A row's link covers its
 * values, so the value is found by the position of the pointer.
 */
export function showTruncated({ target, clientX, clientY }: MouseEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const value = document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element.matches(VALUES));
  const isCut = value !== undefined && value.scrollWidth > value.clientWidth;
  if (isCut) target.title = value.textContent;
  else target.removeAttribute('title');
}
