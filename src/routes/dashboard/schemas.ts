// Request and response schemas that several dashboard routes share. The schemas of a single
// resource are next to its routes.
import { z } from '@hono/zod-openapi';

/** A resource id. A malformed id results in 404, like an unknown id. */
export const IdParam = z.object({ id: z.string().openapi({ example: 'key_…' }) });

export const choice = <const T extends readonly string[]>(name: string, values: T) =>
  z.enum(values, { error: `${name} must be one of: ${values.join(', ')}.` });

/**
 * How long a replaced credential stays valid, in days. The caller must choose, because a default of
 * 0 would invalidate the credential immediately.
 */
export function overlapDays(most: number) {
  const rule = `overlap_days must be a whole number from 0 to ${most}.`;
  return z.int({ error: rule }).min(0, rule).max(most, rule).openapi({
    description:
      'Days for which the replaced credential stays valid. With 0 it becomes invalid immediately.',
  });
}
