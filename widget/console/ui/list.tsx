// Lists that are fetched by page: as a page's content, with the page in the address, or as one of its parts.
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
  /** The question's name, without the page. */
  queryKey: readonly unknown[];
  load: (page: { page: number; per_page: number }) => Promise<RowPage<Row>>;
  perPage?: number;
  /** After how many milliseconds it asks again while the list is looked at, by the rows that are there. */
  refetchInterval?: (rows: readonly Row[]) => number;
}

interface RowsProps<Row> extends Question<Row> {
  page: number;
  /** @param how `replace`: the page before was none to go back to */
  onPage: (page: number, how?: { replace: boolean }) => void;
  /** How many lines stand for what is not there yet. */
  lines: number;
  /** Said when there is nothing. */
  empty: ReactNode;
  /** How many there are is said below, also when they are on one page. */
  isCounted?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * Rows; while they are waited for, failed or are none: what says so. The page before stays until the next is there. Where
 * the list has become shorter, its last page is gone to.
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
  // Beyond the last page nothing is to be seen of what there is.
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

/** A page's own list, as a table: filter and page are in the address. */
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
  /** Beside the title. */
  aside?: ReactNode;
  /** Said when there is nothing. */
  none: string;
  keyOf: (row: Row) => string | number;
  /** The inside of one `.row`. */
  children: (row: Row) => ReactNode;
}

/** A list that is a part of a page. */
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
