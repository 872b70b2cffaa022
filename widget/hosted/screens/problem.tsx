// Pages that explain what went wrong and what to do, after failed attempts and when the check is
// blocked.
import { useEffect, useState } from 'preact/hooks';
import { inAppOf } from '../browser/browser-kind.ts';
import { type Block, RETRYABLE } from '../state/flow.ts';
import type { RetryProblem } from '../state/pages.ts';
import { useTexts } from '../i18n/context.ts';
import type { DescribedProblem } from '../i18n/document-problems.ts';
import type { HostedTranslate } from '../i18n/translate.ts';
import { Button } from '../parts/button.tsx';
import { OpenElsewhere } from '../parts/open-elsewhere.tsx';
import type { IconName } from '../../icon-paths.ts';
import { Notice, Tips } from '../parts/layout.tsx';
import type { SessionView } from '../requests/wire.ts';
import { MoreTime, type PauseActions } from './paused.tsx';

export function Retry({
  view,
  problem,
  onRetry,
  ...pace
}: PauseActions & {
  view: SessionView;
  problem: RetryProblem;
  onRetry: () => void;
}) {
  const t = useTexts();
  const { text, tip } = useProblem(t, problem);
  const { liveness, age, document } = view.attempts_left;
  const left =
    view.step === 'document' ? (document ?? 0) : view.step === 'liveness' ? liveness : age;
  return (
    <Notice icon="refresh" tone="warn" title={t('retry.title')}>
      {text && (
        <>
          <p class="lead" data-problem={problem}>
            {text}
          </p>
          <Tips tips={tipsFor(t, view, problem, tip)} />
        </>
      )}
      <p class="attempts">{t('retry.attempts_left', { count: left })}</p>
      <div class="actions">
        <Button onPress={onRetry}>{t('try_again')}</Button>
        {view.step === 'liveness' && <MoreTime {...pace} />}
      </div>
    </Notice>
  );
}

/**
 * Returns the messages shown for a problem. The messages for document problems are loaded on
 * demand, because most checks require no document.
 */
function useProblem(t: HostedTranslate, problem: RetryProblem): { text: string; tip: string } {
  const [own, setOwn] = useState({ text: '', tip: '' });
  const isOwn = isOfDocument(problem);
  useEffect(() => {
    if (!isOwn) return undefined;
    let isWanted = true;
    void import('../i18n/document-problems.ts').then(
      ({ describeProblem }) => isWanted && setOwn(describeProblem(t.language, problem)),
    );
    return () => {
      isWanted = false;
    };
  }, [t.language, problem]);
  return isOwn ? own : { text: t(`problem.${problem}`), tip: t(`problem_tip.${problem}`) };
}

const isOfDocument = (problem: RetryProblem): problem is DescribedProblem =>
  /^(document|front|portrait)/.test(problem);

function tipsFor(
  t: HostedTranslate,
  { step }: SessionView,
  problem: RetryProblem,
  tip: string,
): Parameters<typeof Tips>[0]['tips'] {
  if (problem === 'pictures_late') return [['cloud', tip]];
  if (step === 'document') return [['card', tip]];
  return [
    ['face', tip],
    ['light', t('capture.help_light')],
    ['camera', t('capture.help_hold')],
  ];
}

const BLOCK_ICONS = {
  unknown_link: 'link',
  opened_elsewhere: 'person',
  retaken: 'link',
  other_opener: 'lock',
  no_cookie: 'question',
  offline: 'cloud',
  too_many: 'clock',
  server: 'alert',
  unsupported: 'alert',
  masked_pictures: 'alert',
  engine: 'cloud',
  handoff_link: 'link',
  handoff_refused: 'lock',
  on_computer: 'computer',
} as const satisfies Record<Block, IconName>;

export function Blocked({
  block,
  isPhone,
  isBusy,
  onRetry,
}: {
  block: Block;
  isPhone: boolean;
  isBusy: boolean;
  onRetry: () => void;
}) {
  const t = useTexts();
  const lacks = block === 'unsupported' || block === 'masked_pictures';
  const inApp = block === 'unsupported' ? inAppOf(navigator.userAgent) : undefined;
  const [title, text] =
    inApp === undefined
      ? [t(`blocked.${block}.title`), t(`blocked.${block}.text`)]
      : [t('elsewhere.app_title'), t(`elsewhere.${inApp}`)];
  return (
    <Notice isCentred icon={BLOCK_ICONS[block]} tone="warn" title={title}>
      <p class="lead" data-block={block}>
        {text}
      </p>
      {lacks && <OpenElsewhere url={location.href} isPhone={isPhone} />}
      {RETRYABLE.includes(block) && (
        // Without a connection the page retries automatically; a press only skips the wait.
        <Button isBusy={isBusy && block !== 'offline'} onPress={onRetry}>
          {t('try_again')}
        </Button>
      )}
    </Notice>
  );
}

/** The skeleton shown until the first response: the shape of the welcome page, without text. */
export function Loading() {
  const t = useTexts();
  return (
    <section class="loading" aria-busy="true">
      <h1 class="hidden">{t('loading.title')}</h1>
      <p class="hidden" role="status">
        {t('loading.text')}
      </p>
      <div class="bone bone-title" />
      <div class="bone bone-title bone-short" />
      <div class="bone" />
      <div class="bone bone-short" />
      <div class="bone bone-fact" />
      <div class="bone bone-fact" />
      <div class="bone bone-fact" />
      <div class="bone bone-button" />
    </section>
  );
}
