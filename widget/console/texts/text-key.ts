import type { KeyOf } from '../../../src/language/translate.ts';
import type admin from '../locales/admin/en.json';
import type dashboard from '../locales/dashboard/en.json';
import type shared from '../locales/shared/en.json';
import type sso from '../locales/sso/en.json';

/**
 * The keys of all messages in both consoles. A test checks that neither console uses a message that
 * belongs only to the other. Messages about single sign-on belong to both.
 */
export type ConsoleTextKey =
  | KeyOf<typeof shared>
  | KeyOf<typeof sso>
  | KeyOf<typeof dashboard>
  | KeyOf<typeof admin>;
