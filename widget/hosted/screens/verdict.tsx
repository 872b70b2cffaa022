// The page that ends a session: the outcome in plain words, and the return to the site.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import type { IconName } from '../../icon-paths.ts';
import { Notice } from '../parts/layout.tsx';
import { useAccountOffer } from '../account/account-offer.ts';
import { ContestOffer } from '../parts/contest-offer.tsx';
import { KeepOffer } from '../account/keep-offer.tsx';
import { ReceiptLink } from '../parts/receipt-link.tsx';
import { returnToSite } from '../site/embedding.ts';
import { returnAddress } from '../site/return-address.ts';
import { verdictTexts } from '../texts/verdict-texts.ts';
import type { SessionView } from '../requests/wire.ts';
import { Drawn } from './drawn-part.tsx';
import { Loading } from './problem.tsx';
import { useWords } from './verdict-words.ts';
import { AlternativeLink } from './assistance.tsx';

type Outcome = NonNullable<SessionView['outcome']>;

/**
 * The seconds until the page returns to the site automatically (0: it does not). An explanation
 * takes longer to read than a success message.
 */
const RETURN_SECONDS = {
  success: 5,
  canceled: 5,
  failed: 10,
  pending_tenant_review: 20,
  expired: 0,
} as const;
/**
 * The minimum number of seconds when there is also an offer to read. Signed-in visitors get more
 * time, because they are likely to accept the offer.
 */
const OFFER_SECONDS = { signedIn: 20, signedOut: 10 } as const;

const LOOK = {
  success: ['good', 'check'],
  failed: ['bad', 'cross'],
  canceled: ['plain', 'cross'],
  expired: ['plain', 'clock'],
  pending_tenant_review: ['plain', 'person'],
} as const satisfies Record<Outcome['status'], readonly ['good' | 'bad' | 'plain', IconName]>;

export function Verdict({ view }: { view: SessionView }) {
  const { outcome } = view;
  const status = outcome?.status ?? 'expired';
  const { reason, isUndecided, ...keys } = verdictTexts({
    status,
    reason: outcome?.reason,
    asksForDocument: view.attempts_left.document !== undefined,
  });
  const values = { site: view.site.name, age: view.request.gate ?? '' };
  const told = useWords(keys, values);
  const [tone, icon] = isUndecided ? (['plain', 'question'] as const) : LOOK[status];
  const hasAlternative = reason === 'assistance_needed' && view.site.alternative_url !== undefined;
  if (!told) return <Loading />;
  return (
    <Notice isCentred icon={icon} tone={tone} title={told.title}>
      <p class="lead" data-outcome={status} data-reason={outcome?.reason}>
        {told.text}
      </p>
      {hasAlternative && <AlternativeLink view={view} />}
      {outcome && <NextSteps view={view} outcome={outcome} isAutomatic={!hasAlternative} />}
    </Notice>
  );
}

/** The page shown when the time ran out before the server could provide the URL to return to. */
export function Expired({ view }: { view: SessionView }) {
  const t = useTexts();
  return (
    <Notice isCentred icon="clock" title={t('outcome.expired.title')}>
      <p class="lead" data-outcome="expired">
        {t('outcome.expired.text', { site: view.site.name })}
      </p>
    </Notice>
  );
}

/** What the visitor can do next: keep or contest the result, save a receipt, return to the site. */
function NextSteps({
  view,
  outcome,
  isAutomatic,
}: {
  view: SessionView;
  outcome: Outcome;
  isAutomatic: boolean;
}) {
  const [offer, readAgain] = useAccountOffer(view);
  const [isDeciding, setDeciding] = useState(false);
  const site = view.site.name;
  const decide = () => setDeciding(true);
  const canContest = outcome.can_contest === true;
  const keep = [
    offer && <KeepOffer id={view.id} offer={offer} onDecide={decide} onFault={readAgain} />,
    view.passes && <Drawn part={PASSES_PART} view={view} onDecide={decide} />,
    view.key && <Drawn part={KEY_PART} view={view} onDecide={decide} />,
  ];
  const receipt = outcome.receipt && <ReceiptLink id={view.id} onSave={decide} />;
  if (view.device === 'phone')
    return (
      <>
        <DoneOnPhone site={site} outcome={outcome} />
        {keep}
        {receipt}
      </>
    );
  return (
    <>
      {keep}
      {canContest && <ContestOffer view={view} />}
      <ReturnActions
        site={site}
        outcome={outcome}
        isAutomatic={isAutomatic && !isDeciding && !canContest}
        isFaceCheck={view.request.purpose === 'face_check'}
        leastSeconds={
          offer?.can_keep
            ? OFFER_SECONDS[offer.signed_in ? 'signedIn' : 'signedOut']
            : view.key?.act === 'make' || view.passes
              ? OFFER_SECONDS.signedOut
              : 0
        }
      />
      {receipt}
    </>
  );
}

/** What the phone shows at the end. The link is for a computer that cannot return to the site. */
function DoneOnPhone({ site, outcome }: { site: string; outcome: Outcome }) {
  const t = useTexts();
  const address = returnAddress(outcome.return_url);
  return (
    <>
      <p class="done">{t('join.done', { site })}</p>
      {address && (
        <p>
          <a class="text-link" href={address}>
            {t('join.return_here', { site })}
          </a>
        </p>
      )}
    </>
  );
}

interface ReturnProps {
  site: string;
  outcome: Outcome;
  isAutomatic: boolean;
  isFaceCheck: boolean;
  /** The minimum number of seconds until the page returns automatically, if it does. */
  leastSeconds: number;
}

function ReturnActions({ site, outcome, isAutomatic, isFaceCheck, leastSeconds }: ReturnProps) {
  const t = useTexts();
  const address = returnAddress(outcome.return_url);
  const link = useRef<HTMLAnchorElement>(null);
  const { status } = outcome;
  // After a successful face check, the page returns immediately, because the visitor is waiting for
  // what follows the check, such as being signed in (D-97).
  const isAtOnce = isFaceCheck && status === 'success' && isAutomatic && leastSeconds === 0;
  const own = isAtOnce ? 0 : RETURN_SECONDS[status];
  const seconds = isAutomatic && own > 0 ? Math.max(own, leastSeconds) : 0;
  useEffect(() => {
    if (isAtOnce && address) returnToSite(address);
  }, [isAtOnce]);
  const countdown = useCountdown(seconds, () => {
    if (address) returnToSite(address);
  });
  const stay = () => {
    // The pressed button disappears, which would send keyboard users back to the top of the page.
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
            returnToSite(address);
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

/**
 * The time until the page returns automatically: announced once, updated on screen every second.
 */
function Countdown({ seconds, left }: { seconds: number; left: number | undefined }) {
  const t = useTexts();
  const shown = left ? t('return.countdown', { count: left }) : t('return.staying');
  const spoken = left ? t('return.countdown', { count: seconds }) : shown;
  return (
    <>
      <p id="countdown" class="small">
        {shown}
      </p>
      <Announcer text={spoken} />
    </>
  );
}

/** Counts down whole seconds; `stop` ends the countdown for good. */
function useCountdown(seconds: number, onEnd: () => void) {
  const [left, setLeft] = useState(seconds);
  const [isRunning, setRunning] = useState(seconds > 0);
  useEffect(() => {
    setLeft(seconds);
    // Nothing starts the countdown again, so a visitor who has chosen to stay is never sent away by
    // a later change.
    if (seconds === 0) setRunning(false);
  }, [seconds]);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => {
      if (left > 1) setLeft(left - 1);
      else onEnd();
    }, 1_000);
    return () => clearTimeout(timer);
    // Each timer runs for only one second, so it need not start over when the callback changes.
  }, [left, isRunning]);
  return { left, isRunning, stop: () => setRunning(false) };
}
