// The waiting time after too many attempts, as text for a page.
import type { Texts } from './texts.ts';

/** @param seconds from `Retry-After` */
export const waitText = (t: Texts, seconds = 60): string =>
  t('form.wait', { count: Math.ceil(seconds / 60) });
