// The kinds of content that a law can regulate, in the order they are offered. This file contains
// only data, because the console's page imports it and has a text for each kind.

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
