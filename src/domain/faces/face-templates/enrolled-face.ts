// The face that belongs to an account, as data (D-99). Enrolling and comparing it: account-face.ts.
import type { FaceTemplate } from './template.ts';

/** What the owner agreed to, and when. */
export interface Consent {
  /** Version of the privacy notice. */
  notice: string;
  atMs: number;
}

export interface AccountFace extends Omit<FaceTemplate, 'tenantId' | 'test' | 'userId'> {
  accountId: number;
  consent: Consent;
}
