import { startConsole } from '../app.tsx';
import type { Messages } from '../../../src/language/translate.ts';

await startConsole({
  name: 'admin',
  messages: import.meta.glob<Messages>('../locales/admin/*.json', { import: 'default' }),
  inside: () => import('./inside.tsx'),
});
