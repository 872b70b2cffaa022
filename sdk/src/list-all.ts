// Reads a list to its end although its rows come and go meanwhile: it is numbered by page, so whatever comes moves the others to
// later pages, and whatever leaves moves them to earlier ones.

export interface ListPage<T> {
  rows: T[];
  /** Of the whole list. */
  total: number;
}

/** The most that a list answers with. */
export const PER_PAGE = 100;

/**
 * @param read one page, the latest rows first, of PER_PAGE
 * @param isNew whether to give a row: none that was given, and none that came since
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
      // Some that come next may be on pages that were read: by so many at most.
      page = Math.max(0, page - 1 - Math.ceil(left / PER_PAGE));
      continue;
    }
    for (const row of rows) if (isNew(row)) yield row;
    if (rows.length < PER_PAGE) return;
  }
}
