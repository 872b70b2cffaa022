import type { KeyOf } from '../../../src/language/translate.ts';
import type admin from '../locales/admin/en.json';
import type dashboard from '../locales/dashboard/en.json';
import type shared from '../locales/shared/en.json';

/** Every message of both consoles; a test says that no console uses one of the other's. */
export type ConsoleTextKey = KeyOf<typeof shared> | KeyOf<typeof dashboard> | KeyOf<typeof admin>;
