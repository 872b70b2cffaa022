import { useQuery } from '@tanstack/react-query';
import { FUNNEL_NAMES } from '../../../../../src/domain/verification/rules/session/funnel.ts';
import { useLanguage, useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { describeAttempt } from '../../describe-attempt.ts';
import { STATUSES } from '../../session-status.tsx';
import { loadPageTexts } from './seen-texts.ts';
import { seenAt, type TimelineEntry, type Seen, type SeenFile } from './seen.ts';

/** The steps that the timeline can name as the step at which the visitor cancelled the check. */
const SEEN = ['consent', 'liveness', 'age', 'document', 'review'] as const;

/**
 * What the visitor did and read, what the service decided, and what was sent to the customer's
 * endpoints.
 */
export function Timeline({ file }: { file: SeenFile }) {
  const { t, language } = useLanguage();
  const formats = useFormats();
  const words = useQuery({
    queryKey: ['page-texts', t.locale],
    queryFn: () => loadPageTexts(language, t.locale),
    staleTime: Infinity,
    enabled: file.page !== undefined,
  });
  const { data: texts } = words;
  return (
    <Card title={t('timeline.title')}>
      {file.page !== undefined && (
        <p className="muted small">{t(words.isError ? 'seen.failed' : 'seen.note')}</p>
      )}
      <ol className="timeline">
        {file.timeline.map((entry, index) => (
          <li key={`${entry.at} ${index}`} className={`moment ${entry.type}`}>
            <span>{describeEntry(entry, t, formats.number)}</span>
            <span className="muted small">
              <Moment at={entry.at} isExact />
            </span>
            {texts && <Words seen={seenAt(entry, file, texts)} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Quotes what the visitor read on the check's page. */
function Words({ seen }: { seen: Seen | undefined }) {
  const t = useTexts();
  if (seen === undefined) return null;
  return (
    <blockquote className="seen small">
      <span className="muted">{t('seen.read')}</span> <strong>{seen.title}</strong>
      {seen.text !== undefined && <span> {seen.text}</span>}
    </blockquote>
  );
}

function describeEntry(
  entry: TimelineEntry,
  t: ConsoleTexts,
  number: (value: number) => string,
): string {
  switch (entry.type) {
    case 'created':
      return t('timeline.created');
    case 'erased':
      return t('timeline.erased');
    case 'ended': {
      const status = STATUSES.find((each) => each === entry.status);
      return t('timeline.ended', { status: status ? t(`status.${status}`) : entry.status });
    }
    case 'visitor': {
      const step = FUNNEL_NAMES.find((each) => each === entry.name);
      if (step === 'consent' && entry.notice !== undefined)
        return t('timeline.consent_to', { version: entry.notice });
      const seen = SEEN.find((each) => each === entry.step);
      if (step === 'cancel' && seen !== undefined)
        return t('timeline.cancel_at', { step: t(`seen.${seen}`) });
      return step === undefined ? entry.name : t(`timeline.${step}`);
    }
    case 'webhook':
      return t('timeline.webhook', {
        attempt: entry.attempt,
        answer: describeAttempt(entry.http_status, entry.failure, t),
        duration: number(entry.duration_ms),
      });
  }
}
