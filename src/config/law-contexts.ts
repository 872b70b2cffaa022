// What a rule of law can be about, in the order in which it is offered. Data alone: the console's page has a text for each.

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
