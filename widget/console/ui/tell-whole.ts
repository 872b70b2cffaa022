// What is cut off to keep a list's lines short is read whole under the pointer.
import type { MouseEvent } from 'react';

/** What customers and people wrote, and what programs made: of any length, unlike our own words. */
const VALUES = 'bdi, code, strong, .code';

/** Says the value under the pointer whole, where some of it is cut off. The link of a row lies above its values. */
export function tellWhole({ target, clientX, clientY }: MouseEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const value = document
    .elementsFromPoint(clientX, clientY)
    .find((element) => element.matches(VALUES));
  const isCut = value !== undefined && value.scrollWidth > value.clientWidth;
  if (isCut) target.title = value.textContent;
  else target.removeAttribute('title');
}
