// The error responses that a route's OpenAPI contract lists.
import { ErrorEnvelope } from './envelope.ts';

const DESCRIPTIONS = {
  400: 'The request is malformed; `details` lists every invalid field.',
  401: 'The credential is missing or not valid.',
  403: 'The credential does not allow this: a publishable key where a secret key is needed, a role without the right, or a customer that is suspended.',
  404: 'Unknown, malformed, or not yours: the response is the same.',
  409: 'The current state does not allow this operation; nothing was changed.',
  413: 'The body is larger than 64 KiB, or than the limit for pictures of this operation.',
  415: 'The body is compressed, or not in UTF-8.',
  422: 'The Idempotency-Key was used with a different request.',
  429: 'Too many requests; `Retry-After` says how long to wait.',
  500: 'Something went wrong on our side.',
  503: 'The database, or a Worker that measures or reads pictures, does not answer; `Retry-After` says how long to wait.',
} as const;

type ErrorStatus = keyof typeof DESCRIPTIONS;

const retryAfter = {
  'Retry-After': { schema: { type: 'integer' as const }, description: 'Seconds to wait.' },
};
const headers = {
  429: {
    ...retryAfter,
    'RateLimit-Policy': { schema: { type: 'string' as const } },
  },
  503: retryAfter,
};

/** @returns the `responses` entries for the given statuses, each with the error envelope */
export function errorResponses<S extends ErrorStatus>(...statuses: S[]) {
  const asked: readonly ErrorStatus[] = statuses;
  const all: ErrorStatus[] = [
    ...asked,
    // A route that can return 413 has a body, so it can also return 415; a route that can return
    // 500 can also return 503.
    ...(asked.includes(413) ? [415 as const] : []),
    ...(asked.includes(500) ? [503 as const] : []),
  ];
  const entries = all.map((status) => [
    status,
    {
      description: DESCRIPTIONS[status],
      content: { 'application/json': { schema: ErrorEnvelope } },
      ...((status === 429 || status === 503) && { headers: headers[status] }),
    },
  ]);
  return Object.fromEntries(entries) as Record<
    S,
    { description: string; content: { 'application/json': { schema: typeof ErrorEnvelope } } }
  >;
}
