// Renders text from the API description, in which backticks mark code and empty lines separate
// paragraphs.
import { html } from 'hono/html';

/** @returns the text's paragraphs as HTML */
export function renderProse(text: string) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
  return paragraphs.map(
    (paragraph) => html`<p>${paragraph.split(/(`[^`]+`)/).map(renderPiece)}</p>`,
  );
}

const renderPiece = (piece: string) =>
  piece.startsWith('`') ? html`<code>${piece.slice(1, -1)}</code>` : piece;

/**
 * @returns the output of `html` as a string, which is available synchronously, because no page
 *   contains asynchronous content
 */
export function textOf(markup: ReturnType<typeof html>): string {
  if (markup instanceof Promise) throw new Error('A page has nothing to wait for.');
  return markup.toString();
}
