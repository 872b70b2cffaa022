// The wire fields for a customer's residency (D-172), which is chosen when the customer is created
// and cannot be changed later.
import { z } from '@hono/zod-openapi';
import { RESIDENCIES } from '../../domain/terms/residency.ts';

const RULE = `residency must be one of: ${RESIDENCIES.join(', ')}.`;
const FIXED = 'residency is chosen when a customer is created, and cannot be changed.';

export const residencyShape = z.enum(RESIDENCIES).openapi({
  description:
    'Where checks, their counters and the request log are stored. `eu`: in the European Union. `none`: not restricted. Fixed at creation (/docs/residency).',
});

export const chosenResidency = z.enum(RESIDENCIES, { error: RULE }).default('none').openapi({
  description:
    'Where checks, their counters and the request log are stored: `eu` keeps them in the European Union. It cannot be changed later.',
});

/**
 * Returns the error message for an unknown member in a request to change a customer; only
 * `residency` has its own message.
 * @returns undefined when the default message applies
 */
export const residencyFixedMessage = ({ code, keys }: z.core.$ZodRawIssue): string | undefined =>
  code === 'unrecognized_keys' && keys.includes('residency') ? FIXED : undefined;
