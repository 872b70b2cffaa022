// Schemas for blocked faces, shared by every surface that lists them (D-16).
import { z } from '@hono/zod-openapi';
import { encodeObjectId } from '../../crypto/capability-token.ts';
import type { BlockedFace } from '../../domain/faces/blocked-faces/blocked-face.ts';
import type { FalseMatches } from '../../domain/faces/blocked-faces/false-matches.ts';
import type { BlockReason } from '../../domain/integration/face-blocking/block-face.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export const BlacklistEntry = z
  .object({
    id: z.int(),
    reason: z.string(),
    source: z.enum(['session', 'image']),
    session_id: z
      .string()
      .optional()
      .openapi({ description: 'The part of the session’s tokens between prefix and secret.' }),
    added_by: z.string().openapi({
      description: 'Who added the entry: an API key, `key_…`, or a member, `staff:<id>`.',
    }),
    created_at: z.string(),
    expires_at: z
      .string()
      .openapi({ description: 'When the entry is deleted. It matches nobody from then on.' }),
  })
  .openapi('BlacklistEntry');

/** The description of the route that unblocks a face, shared by every surface. */
export const UNBLOCK = {
  summary: 'Remove an entry from the list',
  description: 'Takes effect immediately. The face template is deleted.',
};

const REASON_RULE = 'reason must have 1 to 500 characters.';

const BlockReasonText = z
  .string({ error: REASON_RULE })
  .trim()
  .min(1, REASON_RULE)
  .max(500, REASON_RULE)
  .openapi({
    description: 'The reason, in your own words. Only your team can read it, never the person.',
  });

/**
 * Body fields of routes that block a face: the reason, and the number of days until the block
 * expires.
 * @param usual the default number of days
 * @param most the maximum number of days
 */
export function blockReasonFields({ usual, most }: { usual: number; most: number }) {
  const rule = `expires_in_days must be a whole number from 1 to ${most}.`;
  const days = z.int(rule).min(1, rule).max(most, rule).nullish();
  return {
    reason: BlockReasonText,
    expires_in_days: days.openapi({ description: `Default: ${usual}.` }),
  };
}

interface ReasonFields {
  reason: string;
  expires_in_days?: number | null | undefined;
}

export const toBlockReason = ({ reason, expires_in_days: days }: ReasonFields): BlockReason => ({
  reason,
  days: days ?? undefined,
});

const TOKEN_RULE = 'session_token must have 1 to 100 characters.';

export const BlockedSessionToken = z
  .string({ error: TOKEN_RULE })
  .min(1, TOKEN_RULE)
  .max(100, TOKEN_RULE)
  .openapi({ description: 'Token of a finished check, `xtk_…` or `xit_…`.' });

export const FalseMatchesShape = z
  .object({
    entries: z.int().min(0),
    wrongly_matched: z.number().min(0).max(1).openapi({
      description:
        'Estimated share of visitors whom the list refuses by mistake, 0 to 1: the rate of the demographic group with the highest rate, as if every entry belonged to it. See docs/face.md for its basis.',
    }),
    most_entries: z.int().min(1).openapi({
      description: 'The largest number of entries that keeps `wrongly_matched` at or below 0.05.',
    }),
  })
  .openapi('BlacklistOutlook');

export const OUTLOOK_EXAMPLE = {
  entries: 120,
  wrongly_matched: 0.011,
  most_entries: 535,
} as const;

export const presentOutlook = ({
  entries,
  share,
  most,
}: FalseMatches): z.infer<typeof FalseMatchesShape> => ({
  entries,
  wrongly_matched: Number(share.toPrecision(2)),
  most_entries: most,
});

export function presentBlocked(face: BlockedFace): z.infer<typeof BlacklistEntry> {
  const { id, reason, source, sessionId, addedBy } = face;
  return {
    id,
    reason,
    source,
    ...(sessionId !== undefined && { session_id: encodeObjectId(sessionId) }),
    added_by: addedBy,
    created_at: toTimestamp(face.createdAtMs),
    expires_at: toTimestamp(face.expiresAtMs),
  };
}
