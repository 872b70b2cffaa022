// Finds elements of a trust list by name, regardless of the namespace prefixes that the list uses.

/** Thrown when a list is refused; the message is shown to the operator. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

export const childrenOf = (element: Element, namespace: string, name: string): Element[] =>
  Array.from(element.childNodes as unknown as ArrayLike<Element>).filter(
    (one) => one.namespaceURI === namespace && one.localName === name,
  );

/** All elements with the given name, at any depth. */
export const belowOf = (element: Element, namespace: string, name: string): Element[] =>
  Array.from(element.getElementsByTagNameNS(namespace, name));

/** The trimmed text of an element; empty when it is absent. */
export const textOf = (element: Element | undefined): string => element?.textContent?.trim() ?? '';
