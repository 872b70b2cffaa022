// Tables as files: RFC 4180, with cells that a spreadsheet would run as a formula made harmless.
import { logIncident } from '../log.ts';

type Cell = string | number | boolean | undefined;

/** What spreadsheets take for a formula at the beginning of a cell (OWASP, CSV injection). */
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/;

/** @returns one line; text that would run gets an apostrophe before it, numbers stay as they are */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

function toField(cell: Cell): string {
  if (cell === undefined) return '';
  const text = typeof cell === 'string' && RUNS.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A file that breaks off halfway is a broken connection to its receiver; why, is not told: errors of the database hold
 * what was asked for.
 * @param batches lines, as many at a time as there are; read only as fast as the receiver takes them
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
        controller.error(new Error('The file broke off.'));
      }
    },
    cancel: async () => {
      await batches.return(undefined);
    },
  });
}
