// Date ranges in queries: `YYYY-MM-DD` in UTC, both ends inclusive. Invalid dates and reversed
// ranges are rejected with 400.
import { z } from '@hono/zod-openapi';

const DAY_FORM = { type: 'string', format: 'date', example: '2026-08-13' } as const;

/** Returns the schema of a required date parameter. */
export function requiredDay(name: string) {
  const rule = `${name} must be a date: YYYY-MM-DD.`;
  return z.string({ error: rule }).refine(isDay, rule).openapi(DAY_FORM);
}

const day = (name: string) =>
  z.string().refine(isDay, `${name} must be a date: YYYY-MM-DD.`).optional().openapi(DAY_FORM);

export const DAY_QUERY = { start_date: day('start_date'), end_date: day('end_date') };

/**
 * The refinement for a query that contains DAY_QUERY: the end date must not be before the start
 * date.
 */
export const inOrder = (query: {
  start_date?: string | undefined;
  end_date?: string | undefined;
}) =>
  query.start_date === undefined || query.end_date === undefined
    ? true
    : query.start_date <= query.end_date;

export const OUT_OF_ORDER = {
  path: ['end_date'],
  error: 'end_date must not be before start_date.',
};

const DAYS_RULE = 'days must be a whole number from 1 to 365.';

/** A query for the last `days` days, up to today. */
export const DAYS_QUERY = z.object({
  days: z
    .string()
    .regex(/^\d{1,3}$/, DAYS_RULE)
    .transform(Number)
    .refine((days) => days >= 1 && days <= 365, DAYS_RULE)
    .optional()
    .transform((days) => days ?? 30)
    .openapi({ type: 'integer', minimum: 1, maximum: 365, default: 30 }),
});

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
