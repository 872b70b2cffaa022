// What a law can be about, in the order in which it is offered.
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
