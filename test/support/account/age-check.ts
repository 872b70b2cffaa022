/** Default values for the columns of a check's row: an age gate of 18 and nothing else. */
export const AGE_CHECK = {
  purpose: 'age_verification',
  verificationMode: 'auto',
  verificationType: null,
  gate: 18,
  externalUserId: null,
  metadata: null,
  ipCountry: null,
} as const;
