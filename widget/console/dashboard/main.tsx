import { startConsole } from '../app.tsx';
import type { Messages } from '../../../src/language/translate.ts';

await startConsole({
  name: 'dashboard',
  messages: import.meta.glob<Messages>('../locales/dashboard/*.json', { import: 'default' }),
  inside: () => import('./inside.tsx'),
});
