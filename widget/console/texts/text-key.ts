import type { KeyOf } from '../../../src/language/translate.ts';
import type admin from '../locales/admin/en.json';
import type dashboard from '../locales/dashboard/en.json';
import type shared from '../locales/shared/en.json';
import type sso from '../locales/sso/en.json';

/** Every message of both consoles; a test says that no console uses one of the other's. Those of single sign-on are of both. */
export type ConsoleTextKey =
  | KeyOf<typeof shared>
  | KeyOf<typeof sso>
  | KeyOf<typeof dashboard>
  | KeyOf<typeof admin>;
