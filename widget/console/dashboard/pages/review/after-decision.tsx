import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { type Decided, wasJustDecided } from './use-decision.ts';

/**
 * The outcome of a decision, with links to the next review, if there is one, and to the session.
 * The first link receives focus, so that Enter opens it.
 */
export function AfterDecision({ decided }: { decided: Decided }) {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const waiting = useQuery({
    // The list is loaded after each decision, because an earlier response may contain a review that
    // has since been decided.
    queryKey: ['reviews', mode, 'after', decided.id],
    gcTime: 0,
    queryFn: () =>
      pageOf(
        client.GET('/dashboard/v1/reviews', { params: { query: { mode, page: 1, per_page: 20 } } }),
      ),
  });
  const next = waiting.data?.rows.find(({ id }) => id !== decided.id && !wasJustDecided(id));
  const isWaiting = decided.status === 'pending_tenant_review';
  const ways = useRef<HTMLDivElement>(null);
  const isKnown = !waiting.isPending;
  // The button that opened the dialog no longer exists, so focus would be lost.
  useEffect(() => {
    if (isKnown) ways.current?.querySelector('a')?.focus();
  }, [isKnown]);
  return (
    <>
      <Note
        tone={decided.status === 'failed' ? 'warn' : 'good'}
        title={t(`status.${decided.status}`)}
        isNews
      >
        <p>{t(isWaiting ? 'review.done_first' : 'review.done')}</p>
      </Note>
      <div className="page-actions" ref={ways}>
        {next && (
          <ButtonLink look="primary" href={`/reviews/${next.id}`}>
            {t('review.next')}
          </ButtonLink>
        )}
        <ButtonLink href={`/sessions/${decided.id}`}>{t('review.session')}</ButtonLink>
      </div>
    </>
  );
}
