// CSV files (RFC 4180), with protection against formula injection.
import { logIncident } from '../log.ts';

type Cell = string | number | boolean | undefined;

/** Leading characters that make spreadsheets treat a cell as a formula (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * @returns one line of a file; text that looks like a formula gets a leading apostrophe, while
 *   numbers are unchanged
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

function toField(cell: Cell): string {
  if (cell === undefined) return '';
  const text = typeof cell === 'string' && FORMULA_START.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Streams the lines of a file. On an error, the stream is aborted, so that a truncated file is not
 * mistaken for a complete one. The error itself is neither sent nor logged: messages of database
 * errors contain bound parameters.
 * @param batches batches of lines, of any size; they are pulled only as fast as the client reads
 */
export function streamLines(
  head: string,
  batches: AsyncGenerator<readonly string[], undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    async pull(controller) {
      try {
        const { done, value } = await batches.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value.join('')));
      } catch {
        logIncident('file_broke_off', {});
        controller.error(new Error('The file is incomplete.'));
      }
    },
    cancel: async () => {
      await batches.return(undefined);
    },
  });
}
