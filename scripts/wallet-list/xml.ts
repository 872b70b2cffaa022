// Elements of a trust list by their names; prefixes are whatever the list chose.

/** Why a list is not taken, as a sentence that is shown. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

export const childrenOf = (element: Element, namespace: string, name: string): Element[] =>
  Array.from(element.childNodes as unknown as ArrayLike<Element>).filter(
    (one) => one.namespaceURI === namespace && one.localName === name,
  );

/** At any depth. */
export const belowOf = (element: Element, namespace: string, name: string): Element[] =>
  Array.from(element.getElementsByTagNameNS(namespace, name));

/** Trimmed; empty when it is not there. */
export const textOf = (element: Element | undefined): string => element?.textContent?.trim() ?? '';
