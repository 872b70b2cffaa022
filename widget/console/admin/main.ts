import { openConsole } from '../opening.ts';
import type { Messages } from '../../../src/language/translate.ts';

await openConsole({
  name: 'admin',
  messages: import.meta.glob<Messages>(['../locales/admin/*.json', '../locales/sso/*.json'], {
    import: 'default',
  }),
  inside: () => import('./inside.tsx'),
});
