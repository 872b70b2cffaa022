// Wraps the comments of generated files, because the formatter leaves comments as they are. Pure.
import oxfmtOptions from '../../.oxfmtrc.json' with { type: 'json' };

/** The maximum width of a line, the same as the formatter's. */
export const MAX_WIDTH = oxfmtOptions.printWidth;

/**
 * @param text a paragraph
 * @param prefix the beginning of every line
 * @returns the lines of the paragraph, as wide as possible; a word is never broken
 */
export function wrapText(text: string, prefix: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.at(-1) !== '' && prefix.length + longer.length > MAX_WIDTH) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => prefix + line).join('\n');
}

/**
 * @param code formatted TypeScript
 * @returns the code, with several lines for each comment that would be too wide on one line
 */
export const wrapComments = (code: string): string =>
  code.replaceAll(/^( *)\/\*\* (.*) \*\/$/gm, (line, indent: string, text: string) =>
    line.length <= MAX_WIDTH
      ? line
      : `${indent}/**\n${wrapText(text, `${indent} * `)}\n${indent} */`,
  );
