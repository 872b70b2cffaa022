// A part of a page that needs an answer: waiting, failed with a way to ask again, or there.
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote, Waiting } from './note.tsx';

interface Props<T> {
  query: UseQueryResult<T> | UseInfiniteQueryResult<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}

/** Older data stay while newer ones are fetched, also when that fails: then the error stands above them. */
export function Loaded<T>({ query, lines = 3, children }: Props<T>) {
  const { data, error, isPending, refetch } = query;
  // Of older rows it is said where they were asked for.
  const isOfMore = 'isFetchNextPageError' in query && query.isFetchNextPageError;
  if (isPending) return <Waiting lines={lines} />;
  return (
    <>
      {error !== null && !isOfMore && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </>
  );
}
