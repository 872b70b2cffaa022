// Imitates what Chrome's translator does to a page, without calling its service: each text node is
// replaced by <font><font>…</font></font>, immediately and whenever text is added or changed. The
// “translation” is the original text in guillemets.
import type { Page } from 'playwright-core';

export const translated = (text: string): string => `«${text}»`;

/** Translates every page that is loaded from now on. */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (text: Text): void => {
      const parent = text.parentElement;
      if (parent === null || text.data.trim() === '') return;
      if (parent.closest('font, script, style, [translate="no"]') !== null) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `«${text.data}»`;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateIn = (node: Node): void => {
      if (node instanceof Text) return translate(node);
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      for (const text of found) translate(text);
    };
    new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records)
        for (const node of type === 'characterData' ? [target] : addedNodes)
          if (node.isConnected) translateIn(node);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
}
