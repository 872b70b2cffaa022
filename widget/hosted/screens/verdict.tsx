// The end of a session: what came out, in plain words, and the way back to the site.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import { useTexts } from '../i18n/context.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Notice } from '../parts/layout.tsx';
import { returnAddress } from '../return-address.ts';

/** Reasons with words of their own; others read as the plain outcome. */
export const FAILURE_REASONS = [
  'age_below_threshold',
  'age_inconclusive',
  'liveness_failed',
  'face_not_detected',
  'attempts_exceeded',
  'document_rejected',
] as const;

type Outcome = NonNullable<SessionView['outcome']>;

/** Seconds until the page returns by itself; a reason takes longer to read than a success. */
const RETURN_SECONDS = { success: 5, canceled: 5, failed: 10 } as const;

const LOOK = {
  success: ['good', 'check'],
  failed: ['bad', 'cross'],
  canceled: ['plain', 'cross'],
  expired: ['plain', 'clock'],
} as const satisfies Record<Outcome['status'], readonly ['good' | 'bad' | 'plain', IconName]>;

export function Verdict({ view }: { view: SessionView }) {
  const t = useTexts();
  const { outcome } = view;
  const status = outcome?.status ?? 'expired';
  const reason = FAILURE_REASONS.find((known) => status === 'failed' && known === outcome?.reason);
  const base = reason ? (`reason.${reason}` as const) : (`outcome.${status}` as const);
  const site = view.site.name;
  const age = view.request.gate ?? '';
  const isUndecided = reason === 'age_inconclusive' || reason === 'document_rejected';
  const [tone, icon] = isUndecided ? (['plain', 'question'] as const) : LOOK[status];
  return (
    <Notice standsAlone icon={icon} tone={tone} title={t(`${base}.title`)}>
      <p class="lead" data-outcome={status} data-reason={outcome?.reason}>
        {t(`${base}.text`, { site, age })}
      </p>
      {outcome && <WayBack site={site} outcome={outcome} />}
    </Notice>
  );
}

/** The clock ran out before the server could say where to return to. */
export function Expired({ view }: { view: SessionView }) {
  const t = useTexts();
  return (
    <Notice standsAlone icon="clock" title={t('outcome.expired.title')}>
      <p class="lead" data-outcome="expired">
        {t('outcome.expired.text', { site: view.site.name })}
      </p>
    </Notice>
  );
}

function WayBack({ site, outcome }: { site: string; outcome: Outcome }) {
  const t = useTexts();
  const address = returnAddress(outcome.return_url);
  const link = useRef<HTMLAnchorElement>(null);
  const seconds = outcome.status === 'expired' ? 0 : RETURN_SECONDS[outcome.status];
  const countdown = useCountdown(seconds, () => {
    if (address) location.assign(address);
  });
  const stay = () => {
    // The pressed button goes; whoever uses the keyboard must not start at the top again.
    link.current?.focus();
    countdown.stop();
  };
  if (!address) return null;
  return (
    <>
      <div class="actions">
        <a ref={link} class="button" data-look="main" href={address}>
          <span>{t('return.action', { site })}</span>
        </a>
        {countdown.isRunning && (
          <Button look="soft" describedBy="countdown" onPress={stay}>
            {t('return.stay')}
          </Button>
        )}
      </div>
      {seconds > 0 && (
        <Countdown seconds={seconds} left={countdown.isRunning ? countdown.left : undefined} />
      )}
    </>
  );
}

/** Says when the page returns by itself: once aloud, every second in writing. */
function Countdown({ seconds, left }: { seconds: number; left: number | undefined }) {
  const t = useTexts();
  const written = left ? t('return.countdown', { count: left }) : t('return.staying');
  const spoken = left ? t('return.countdown', { count: seconds }) : written;
  return (
    <>
      <p id="countdown" class="small">
        {written}
      </p>
      <Announcer text={spoken} />
    </>
  );
}

/** Counts down whole seconds; `stop` ends it for good. */
function useCountdown(seconds: number, onEnd: () => void) {
  const [left, setLeft] = useState(seconds);
  const [isRunning, setRunning] = useState(seconds > 0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => {
      if (left > 1) setLeft(left - 1);
      else onEnd();
    }, 1_000);
    return () => clearTimeout(timer);
    // The timer belongs to one second; the callback's identity does not matter to it.
  }, [left, isRunning]);
  return { left, isRunning, stop: () => setRunning(false) };
}
