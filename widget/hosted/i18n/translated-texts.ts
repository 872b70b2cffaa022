// Pages that the browser translates. Its translator puts elements of its own (<font>) in the place of text nodes, and whoever draws the page
// keeps writing into the nodes that are gone: the person would read for ever what was asked first (D-139).

/**
 * Shows what is written into a text whose node the translator has replaced: the node takes its place again, and the translator, which
 * watches the page too, translates the new text.
 * @param root what is drawn below it
 * @returns ends it
 */
export function showChangesOfTranslated(root: Node): () => void {
  const replaced = new WeakMap<Text, Element>();
  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const translation = target instanceof Text ? replaced.get(target) : undefined;
      if (translation?.isConnected !== true || target.isConnected) continue;
      replaced.delete(target as Text);
      translation.replaceWith(target);
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
