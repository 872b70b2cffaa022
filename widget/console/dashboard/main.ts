import { openConsole } from '../opening.ts';
import type { Messages } from '../../../src/language/translate.ts';

await openConsole({
  name: 'dashboard',
  messages: import.meta.glob<Messages>(['../locales/dashboard/*.json', '../locales/sso/*.json'], {
    import: 'default',
  }),
  inside: () => import('./inside.tsx'),
});
