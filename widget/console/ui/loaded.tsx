// A part of a page that needs a response: loading, failed with a retry button, or loaded.
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote, Waiting } from './note.tsx';

interface Props<T> {
  query: UseQueryResult<T> | UseInfiniteQueryResult<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}

/**
 * Shows the response to a query. Older data stays visible while newer data loads. If loading fails,
 * the error appears above the older data.
 */
export function Loaded<T>({ query, lines = 3, children }: Props<T>) {
  const { data, error, isPending, refetch } = query;
  // A failure to load older rows is shown by the component that requested them.
  const isOfMore = 'isFetchNextPageError' in query && query.isFetchNextPageError;
  if (isPending) return <Waiting lines={lines} />;
  return (
    <>
      {error !== null && !isOfMore && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </>
  );
}
