// Lists that are loaded page by page: either as a page's main content, with the page number in the
// URL, or as one part of a page.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { RowPage } from '../api/client.ts';
import { pageWithin, readPage, withValue } from './address.ts';
import { Card } from './card.tsx';
import { Loaded } from './loaded.tsx';
import { Empty, Waiting } from './note.tsx';
import { Pager } from './pager.tsx';
import { Table, type Column } from './table.tsx';

const PER_PAGE = 25;

interface Question<Row> {
  /** The key of the query, which the list extends with the page number. */
  queryKey: readonly unknown[];
  load: (page: { page: number; per_page: number }) => Promise<RowPage<Row>>;
  perPage?: number;
  /**
   * Returns the interval in milliseconds at which the list reloads while it is visible, depending
   * on its rows.
   */
  refetchInterval?: (rows: readonly Row[]) => number;
}

interface RowsProps<Row> extends Question<Row> {
  page: number;
  /** @param how `replace` is true if the back button should skip the current page */
  onPage: (page: number, how?: { replace: boolean }) => void;
  /** The number of placeholder lines while the list loads. */
  lines: number;
  /** The content shown when the list is empty. */
  empty: ReactNode;
  /** Whether to show the number of rows below the list even when they fit on one page. */
  isCounted?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * Shows the rows, or a message that they are loading, that loading failed, or that there are none.
 * The previous page stays until the next page has loaded. When the requested page no longer exists,
 * the last page is shown.
 */
export function Rows<Row>(props: RowsProps<Row>) {
  const { queryKey, load, perPage = PER_PAGE, refetchInterval, page, onPage } = props;
  const { lines, empty, isCounted = true, children } = props;
  const list = useQuery<RowPage<Row>>({
    queryKey: [...queryKey, page],
    queryFn: () => load({ page, per_page: perPage }),
    placeholderData: keepPreviousData,
    ...(refetchInterval !== undefined && {
      refetchInterval: ({ state }) => refetchInterval(state.data?.rows ?? []),
    }),
  });
  const { data, isPlaceholderData } = list;
  const there = data === undefined || isPlaceholderData ? page : pageWithin(page, data.pages);
  useEffect(() => {
    if (there !== page) onPage(there, { replace: true });
  }, [there, page, onPage]);
  // A page number beyond the last page yields no rows, although the list is not empty.
  const isOnItsWay = there !== page || isPlaceholderData;
  return (
    <Loaded query={list} lines={lines}>
      {({ rows, total, pages }) => (
        <>
          {rows.length > 0 && children(rows)}
          {rows.length === 0 && (isOnItsWay && total > 0 ? <Waiting lines={lines} /> : empty)}
          {(pages > 1 || (isCounted && rows.length > 0)) && (
            <Pager page={there} pages={pages} total={total} onPage={onPage} />
          )}
        </>
      )}
    </Loaded>
  );
}

interface ListProps<Row> extends Question<Row> {
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  empty: ComponentProps<typeof Empty>;
}

/** A page's main list, as a table. Its filters and page number are in the URL. */
export function List<Row>({ columns, keyOf, empty, ...question }: ListProps<Row>) {
  const [address, setAddress] = useSearchParams();
  return (
    <Card>
      <Rows
        {...question}
        page={readPage(address)}
        onPage={(next, how) => setAddress((now) => withValue(now, 'page', String(next)), how)}
        lines={8}
        empty={<Empty {...empty} />}
      >
        {(rows) => <Table rows={rows} columns={columns} keyOf={keyOf} />}
      </Rows>
    </Card>
  );
}

interface OwnListProps<Row> extends Question<Row> {
  title: string;
  /** Content next to the title. */
  aside?: ReactNode;
  /** The text shown when the list is empty. */
  none: string;
  keyOf: (row: Row) => string | number;
  /** The content of one `.row`. */
  children: (row: Row) => ReactNode;
}

/** A list that is part of a page. */
export function OwnList<Row>(props: OwnListProps<Row>) {
  const { title, aside, none, keyOf, children, ...question } = props;
  const [page, setPage] = useState(1);
  return (
    <Card title={title} {...(aside !== undefined && { aside })}>
      <Rows
        perPage={8}
        {...question}
        page={page}
        onPage={setPage}
        lines={3}
        isCounted={false}
        empty={<p className="muted">{none}</p>}
      >
        {(rows) => (
          <ul className="rows">
            {rows.map((row) => (
              <li key={keyOf(row)} className="row">
                {children(row)}
              </li>
            ))}
          </ul>
        )}
      </Rows>
    </Card>
  );
}
