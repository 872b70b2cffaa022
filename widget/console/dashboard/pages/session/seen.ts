// What the check showed the visitor at each step and at the end. Titles and sentences are the
// page's own texts, so that the console and the page use the same wording (D-120). Pure;
// seen-texts.ts loads the texts.
import { verdictTexts } from '../../../../hosted/texts/verdict-texts.ts';
import { WELCOME_LEAD, welcomeTitle } from '../../../../hosted/texts/welcome-texts.ts';
import type { WireSessionFile } from '../../../api/wire.ts';
import type { PageTexts } from './seen-texts.ts';

export type SeenFile = WireSessionFile;
export type TimelineEntry = SeenFile['timeline'][number];

export interface Seen {
  title: string;
  text?: string;
}

type Said = (file: SeenFile, names: { site: string }, texts: PageTexts) => Seen;

/** The page that each step led to. Steps that did not lead to their own page are left out. */
const STEPS: Record<string, Said> = {
  opened: (file, names, { t }) => {
    const { key, ...count } = welcomeTitle(file);
    const need = file.page?.document_need ?? 'none';
    return { title: t(key, { ...names, ...count }), text: t(WELCOME_LEAD[need], names) };
  },
  consent: (_, __, { t }) => ({ title: t('camera.off.title'), text: t('camera.off.text') }),
  liveness_start: (_, __, { t }) => ({ title: t('liveness.title') }),
  age: (_, __, { t }) => ({ title: t('age.title') }),
  document: (_, names, { t }) => ({ title: t('document.title'), text: t('document.lead', names) }),
  handed_over: (_, __, { t }) => ({
    title: t('handoff.confirmed_title'),
    text: t('handoff.confirmed_text'),
  }),
};

const isOpening = (entry: TimelineEntry): boolean =>
  entry.type === 'visitor' && entry.name === 'opened';

const ENDS = ['success', 'failed', 'canceled', 'expired'] as const;

/**
 * @returns undefined when the page showed nothing new, when nobody saw the page, or when values
 *   that its text contained are no longer known
 */
export function seenAt(entry: TimelineEntry, file: SeenFile, texts: PageTexts): Seen | undefined {
  const { page } = file;
  if (page === undefined) return undefined;
  const names = { site: page.site };
  if (entry.type === 'visitor') return STEPS[entry.name]?.(file, names, texts);
  const status = entry.type === 'ended' && ENDS.find((each) => each === entry.status);
  if (!status || !file.timeline.some(isOpening)) return undefined;
  // A visitor with a blocked face sees the same text as for every other check that could not be
  // completed (D-100).
  if (status === 'failed' && file.reason === 'blacklist_match')
    return texts.incomplete({ ...names, ...(page.contact !== undefined && page) });
  const { own, ...plain } = verdictTexts({
    status,
    reason: file.reason,
    asksForDocument: page.asks_for_document,
  });
  const { title, text } = own ?? plain;
  return { title: texts.t(title), text: texts.t(text, { ...names, age: file.gate ?? '' }) };
}
