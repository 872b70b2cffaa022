// The text that states how long to wait after too many attempts.
import type { Texts } from './texts.ts';

/** @param seconds from `Retry-After` */
export const waitText = (t: Texts, seconds = 60): string =>
  t('form.wait', { count: Math.ceil(seconds / 60) });
