// The face check: a session in which a live person shows their face, and no age is judged (D-97).
// Its steps are consent, movements, three frontal pictures and the verdict; the face is always
// measured at the edge. After a success, the session's object keeps the sealed face for the use
// case that began the check (domain/verification/begin-face-check.ts). Pure.
import { LIFETIMES } from '../../../../config/config.ts';
import { FIRST_PARTY_TENANT_ID } from '../age/account-age.ts';
import { apply, isFaceCheck } from '../session/machine.ts';
import { finalStatus, type FinalStatus } from '../session/state.ts';
import type { SessionReason } from '../session/reasons.ts';
import type { SessionRecord } from '../session/session.ts';
import type { FaceUse } from './face-terms.ts';

/** The purpose for which a face check was begun, and the person. */
export interface FaceClaim {
  use: FaceUse;
  userId: string;
}

/** How long the face of a passed check is kept, in ms. */
export const FACE_KEPT_MS = LIFETIMES.checkedFaceMs;

/** Concludes the face step, which passes once every picture is accepted. */
export const concludeFace = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  apply(record, { type: 'pass_step' }, nowMs);

export const hasPassedFaceCheck = (record: SessionRecord | undefined): boolean =>
  record !== undefined && isFaceCheck(record) && record.state.status === 'success';

/**
 * Whether a check appears in lists and feeds and can be read through a customer's API. A customer's
 * face checks are hidden, because they belong to another feature with its own endpoints. Face
 * checks of accounts are listed, and are erased with the account's other checks.
 */
export const isListed = ({ purpose, tenantId }: { purpose: string; tenantId: string }): boolean =>
  purpose !== 'face_check' || tenantId === FIRST_PARTY_TENANT_ID;

export const isHidden = ({ request, tenant }: Pick<SessionRecord, 'request' | 'tenant'>): boolean =>
  !isListed({ purpose: request.purpose, tenantId: tenant.id });

/**
 * @returns how the face check ended; `running` while it is still running; undefined when the
 *   session is not a face check for this use and person
 */
export function endOfClaim(
  record: SessionRecord,
  { use, userId }: FaceClaim,
): { status: FinalStatus | 'running'; reason?: SessionReason } | undefined {
  const { face, userId: owner } = record.request;
  if (!isFaceCheck(record) || face?.use !== use || owner !== userId) return undefined;
  const reason = record.end?.reason;
  return { status: finalStatus(record) ?? 'running', ...(reason !== undefined && { reason }) };
}
