// Reads a list to its end while rows are being added and removed. The list is read by page number,
// so a new row moves the rows after it to later pages, and a removed row moves them to earlier
// ones.

export interface ListPage<T> {
  rows: T[];
  /** The number of rows in the whole list. */
  total: number;
}

/** The maximum number of rows in one response. */
export const PER_PAGE = 100;

/**
 * @param read reads one page of PER_PAGE rows, newest first
 * @param isNew whether to return a row; false if it has already been returned, or was added since
 *   reading began
 */
export async function* listAll<T>(
  read: (page: number) => Promise<ListPage<T>>,
  isNew: (row: T) => boolean,
): AsyncGenerator<T, void> {
  let before = 0;
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read(page);
    const left = before - total;
    before = total;
    if (left > 0 && page > 1) {
      // Unread rows may have moved back onto pages that have already been read, by up to `left /
      // PER_PAGE` pages, rounded up.
      page = Math.max(0, page - 1 - Math.ceil(left / PER_PAGE));
      continue;
    }
    for (const row of rows) if (isNew(row)) yield row;
    if (rows.length < PER_PAGE) return;
  }
}
