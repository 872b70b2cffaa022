// Keeps translated pages current (D-139). A browser's translator replaces text nodes with <font>
// elements, while Preact and React keep writing to the replaced nodes, so the reader would never
// see later texts.

/** Text nodes that are no longer in the page, and the elements that replaced them. */
const replaced = new WeakMap<Node, Element>();

/**
 * Shows text that is written to a node after the translator has replaced it: the node returns to
 * its place, and the translator, which also watches the page, translates the new text.
 * @param root the element below which pages are rendered
 * @returns a function that stops observing
 */
export function updateTranslatedTexts(root: Node): () => void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const translation = replaced.get(target);
      if (translation?.isConnected !== true || target.isConnected) continue;
      putBack(target as Text, translation);
    }
  });
  const replacements = new MutationObserver((records) => {
    for (const record of records) {
      const translation = [...record.addedNodes, record.previousSibling, record.nextSibling].find(
        (node) => node instanceof HTMLElement && node.localName === 'font',
      );
      if (translation === undefined) continue;
      for (const node of record.removedNodes) {
        if (!(node instanceof Text) || node.isConnected) continue;
        replaced.set(node, translation as HTMLElement);
        changes.observe(node, { characterData: true });
      }
    }
  });
  replacements.observe(root, { childList: true, subtree: true });
  return () => {
    replacements.disconnect();
    changes.disconnect();
  };
}

function putBack(text: ChildNode, translation: Element): void {
  replaced.delete(text);
  translation.replaceWith(text);
}

/**
 * Lets React remove a text node that the translator has replaced, or insert something before it.
 * Otherwise, React would throw because the node is no longer a child of its parent, and the whole
 * page would be lost. Call this once, with {@link updateTranslatedTexts}.
 */
export function tolerateTranslatedNodes(): void {
  // oxlint-disable-next-line typescript/unbound-method -- Both are called on a node below.
  const { removeChild, insertBefore } = Node.prototype;
  const putBackIn = (parent: Node, child: Node): void => {
    const translation = replaced.get(child);
    if (translation?.parentNode === parent) putBack(child as Text, translation);
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) putBackIn(this, child);
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null) {
    if (child !== null && child.parentNode !== this) putBackIn(this, child);
    const before = child?.parentNode === this ? child : null;
    return insertBefore.call(this, node, before) as T;
  };
}
