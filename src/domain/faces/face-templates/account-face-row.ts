// Converts the row of an account's face to the type that the rest of the service uses. Pure.
import type { accountFaces } from '../../../db/schema/account-faces.ts';
import type { AccountFace } from './enrolled-face.ts';

type AccountFaceRow = typeof accountFaces.$inferSelect;

export const toAccountFace = (row: AccountFaceRow): AccountFace => ({
  id: row.id,
  accountId: row.account_id,
  sealed: row.sealed,
  sealedBy: row.sealed_by,
  model: row.model,
  consent: { notice: row.consent_notice, atMs: row.consented_at_ms },
  enrolledAtMs: row.enrolled_at_ms,
  lastUsedAtMs: row.last_used_at_ms,
});
