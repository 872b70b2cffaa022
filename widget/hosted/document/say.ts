// What is said while the camera looks, in the page's language.
import type { Say } from './camera-run.ts';
import type { DocumentTexts } from './document-texts.ts';

export const sayIn = (t: DocumentTexts, say: Say): string =>
  t(say === 'turn_over' ? 'document.turn_over' : `document.say.${say}`);
