// The end of a session: what came out, in plain words, and the way back to the site.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import { useTexts } from '../i18n/context.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import type { IconName } from '../../icon-paths.ts';
import { Notice } from '../parts/layout.tsx';
import { useAccountOffer } from '../account-offer.ts';
import { KeepOffer } from '../parts/keep-offer.tsx';
import { goBack } from '../embedding.ts';
import { returnAddress } from '../return-address.ts';
import { verdictTexts } from '../verdict-texts.ts';
import { OtherWay } from './assistance.tsx';

type Outcome = NonNullable<SessionView['outcome']>;

/** Seconds until the page returns by itself; a reason takes longer to read than a success. */
const RETURN_SECONDS = { success: 5, canceled: 5, failed: 10 } as const;
/** With an offer to read: those who are signed in are likely to take it. */
const OFFER_SECONDS = { signedIn: 20, signedOut: 10 } as const;

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
  const { key, reason, isUndecided } = verdictTexts({ status, reason: outcome?.reason });
  const site = view.site.name;
  const age = view.request.gate ?? '';
  const [tone, icon] = isUndecided ? (['plain', 'question'] as const) : LOOK[status];
  const hasOtherWay = reason === 'assistance_needed' && view.site.alternative_url !== undefined;
  return (
    <Notice standsAlone icon={icon} tone={tone} title={t(`${key}.title`)}>
      <p class="lead" data-outcome={status} data-reason={outcome?.reason}>
        {t(`${key}.text`, { site, age })}
      </p>
      {hasOtherWay && <OtherWay view={view} />}
      {outcome && <WaysOn view={view} outcome={outcome} isAutomatic={!hasOtherWay} />}
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

/** The result may be kept, and then it is back to the site. */
function WaysOn({
  view,
  outcome,
  isAutomatic,
}: {
  view: SessionView;
  outcome: Outcome;
  isAutomatic: boolean;
}) {
  const [offer, askAgain] = useAccountOffer(view);
  const [isDeciding, setDeciding] = useState(false);
  const site = view.site.name;
  const decide = () => setDeciding(true);
  const keep = offer && (
    <KeepOffer id={view.id} offer={offer} onDecide={decide} onFault={askAgain} />
  );
  if (view.device === 'phone')
    return (
      <>
        <DoneOnPhone site={site} outcome={outcome} />
        {keep}
      </>
    );
  return (
    <>
      {keep}
      <WayBack
        site={site}
        outcome={outcome}
        isAutomatic={isAutomatic && !isDeciding}
        leastSeconds={
          offer?.can_keep ? OFFER_SECONDS[offer.signed_in ? 'signedIn' : 'signedOut'] : 0
        }
      />
    </>
  );
}

/** The computer goes back to the site; the phone only could, should the computer be gone. */
function DoneOnPhone({ site, outcome }: { site: string; outcome: Outcome }) {
  const t = useTexts();
  const address = returnAddress(outcome.return_url);
  return (
    <>
      <p class="done">{t('join.done', { site })}</p>
      {address && (
        <p>
          <a class="way" href={address}>
            {t('join.return_here', { site })}
          </a>
        </p>
      )}
    </>
  );
}

function WayBack({
  site,
  outcome,
  isAutomatic,
  leastSeconds,
}: {
  site: string;
  outcome: Outcome;
  isAutomatic: boolean;
  /** Until the page returns by itself, where it does. */
  leastSeconds: number;
}) {
  const t = useTexts();
  const address = returnAddress(outcome.return_url);
  const link = useRef<HTMLAnchorElement>(null);
  const { status } = outcome;
  const seconds =
    status === 'expired' || !isAutomatic ? 0 : Math.max(RETURN_SECONDS[status], leastSeconds);
  const countdown = useCountdown(seconds, () => {
    if (address) goBack(address);
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
        <a
          ref={link}
          class="button"
          data-look="main"
          href={address}
          onClick={(event) => {
            event.preventDefault();
            goBack(address);
          }}
        >
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
    setLeft(seconds);
    // Whoever stays, stays, whatever comes later.
    if (seconds === 0) setRunning(false);
  }, [seconds]);
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
