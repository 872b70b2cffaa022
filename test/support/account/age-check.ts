/** What the row of a check for an age of 18 says when nothing else was asked for. */
export const AGE_CHECK = {
  purpose: 'age_verification',
  verificationMode: 'auto',
  verificationType: null,
  gate: 18,
  externalUserId: null,
  metadata: null,
  ipCountry: null,
} as const;
