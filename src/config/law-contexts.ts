// The kinds of content that a rule of law can be about, in the order in which they are offered.
// Only data, because the console's page imports this file and has a text for each.

export const CONTEXTS = [
  'adult_content',
  'social_media',
  'gambling',
  'alcohol',
  'tobacco_vape',
  'app_store',
  'chat',
  'general',
] as const;
export type LawContext = (typeof CONTEXTS)[number];
