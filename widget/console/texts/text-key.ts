import type { KeyOf } from '../../../src/language/translate.ts';
import type admin from '../locales/admin/en.json';
import type dashboard from '../locales/dashboard/en.json';
import type shared from '../locales/shared/en.json';
import type sso from '../locales/sso/en.json';

/**
 * Every message of both consoles; a test checks that no console uses a message of the other
 * console. Messages about single sign-on belong to both consoles.
 */
export type ConsoleTextKey =
  | KeyOf<typeof shared>
  | KeyOf<typeof sso>
  | KeyOf<typeof dashboard>
  | KeyOf<typeof admin>;
