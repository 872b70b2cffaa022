// A list that is a part of a page: it fetches its rows itself, by page.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Pager } from '../ui/pager.tsx';

interface Props<Row> {
  title: string;
  /** Said when there is nothing. */
  none: string;
  /** The question's name, without the page. */
  queryKey: readonly unknown[];
  load: (page: number) => Promise<{ rows: Row[]; total: number; pages: number }>;
  keyOf: (row: Row) => string | number;
  /** The inside of one `.row`. */
  children: (row: Row) => ReactNode;
}

export function OwnList<Row>({ title, none, queryKey, load, keyOf, children }: Props<Row>) {
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: [...queryKey, page],
    queryFn: () => load(page),
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={title}>
      <Loaded query={list} lines={3}>
        {({ rows, total, pages }) => (
          <>
            {rows.length === 0 && <p className="muted">{none}</p>}
            {rows.length > 0 && (
              <ul className="rows">
                {rows.map((row) => (
                  <li key={keyOf(row)} className="row">
                    {children(row)}
                  </li>
                ))}
              </ul>
            )}
            {pages > 1 && <Pager page={page} pages={pages} total={total} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}
