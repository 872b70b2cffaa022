// The face that belongs to an account, as plain data (D-99). account-face.ts enrols and compares
// it.
import type { FaceTemplate } from './template.ts';

/** The account owner's consent to enrolling the face. */
export interface Consent {
  /** Version of the privacy notice. */
  notice: string;
  atMs: number;
}

export interface AccountFace extends Omit<FaceTemplate, 'tenantId' | 'test' | 'userId'> {
  accountId: number;
  consent: Consent;
}
