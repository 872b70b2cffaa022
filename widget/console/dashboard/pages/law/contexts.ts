// The contexts of law, in the order in which they are offered.
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
