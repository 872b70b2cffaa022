// Pagination of lists: `page` and `per_page` in, rows and `meta.pagination` out (D-3).
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { AppEnv } from './app-env.ts';
import { metaOf } from './envelope.ts';

const MAX_PER_PAGE = 100;
const MAX_PAGE = 1_000_000;

const whole = (name: string, fallback: number, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, `${name} must be a whole number from 1.`)
    .transform(Number)
    .refine((value) => value <= max, `${name} must be at most ${max}.`)
    .optional()
    .transform((value) => value ?? fallback)
    .openapi({ type: 'integer', minimum: 1, maximum: max, default: fallback });

/** The query parameters of every list. */
export const PAGE_QUERY = {
  page: whole('page', 1, MAX_PAGE),
  per_page: whole('per_page', 20, MAX_PER_PAGE),
};

interface PageQuery {
  page: number;
  per_page: number;
}

interface PageSlice {
  offset: number;
  limit: number;
}

export const sliceOf = ({ page, per_page: limit }: PageQuery): PageSlice => ({
  offset: (page - 1) * limit,
  limit,
});

/** Returns the body of a successful list response. */
export function succeedPage<T>(
  c: HonoContext<AppEnv>,
  rows: readonly T[],
  total: number,
  { page, per_page }: PageQuery,
) {
  const pagination = { page, per_page, total, total_pages: Math.ceil(total / per_page) };
  return { success: true as const, data: [...rows], meta: { ...metaOf(c), pagination } };
}
