// The classes of age passes, by the certainty of the age (D-152). Pure.

/** `high`: the age was read from a document or a wallet. */
export const PASS_CLASSES = ['standard', 'high'] as const;
export type PassClass = (typeof PASS_CLASSES)[number];
