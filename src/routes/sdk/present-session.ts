// Maps a session's details to wire fields.
import type { z } from '@hono/zod-openapi';
import type { SessionDetail as Detail } from '../../domain/verification/backend-session.ts';
import { presentResult } from '../../domain/verification/present-result.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import type { SessionDetail } from './session-schemas.ts';

export function presentDetail({ result, request, funnel }: Detail): z.infer<typeof SessionDetail> {
  return {
    ...presentResult(result),
    // Customers cannot read sessions with any purpose other than these two (face-check.ts,
    // isHidden).
    purpose: request.purpose === 'id_verification' ? request.purpose : 'age_verification',
    verification_mode: request.mode,
    timeline: funnel.map(({ name, step, notice, atMs }) => ({
      name,
      ...(step !== undefined && { step }),
      ...(notice !== undefined && { notice }),
      at: toTimestamp(atMs),
    })),
  };
}
