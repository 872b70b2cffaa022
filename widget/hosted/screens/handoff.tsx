// The computer's side of a hand-off: the link for the phone, then what the phone is doing.
import { isThisMachine } from '../browser/this-machine.ts';
import type { OfferedLink } from '../state/flow.ts';
import { useTexts } from '../i18n/context.ts';
import { Announcer } from '../parts/announcer.tsx';
import { Button } from '../parts/button.tsx';
import { CopyLink } from '../parts/copy-link.tsx';
import { Icon } from '../parts/icon.tsx';
import { Heading, Notice, Steps } from '../parts/layout.tsx';
import { PairingCode } from '../parts/pairing-code.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { formatClock } from '../time/format.ts';
import { useSecondsLeft } from '../time/seconds-left.ts';
import type { SessionView } from '../requests/wire.ts';

interface HandoffProps {
  view: SessionView;
  handoff: NonNullable<SessionView['handoff']>;
  /**
   * The link for the phone; undefined after a reload, because only the page that requested a link
   * has it.
   */
  link: OfferedLink | undefined;
  /**
   * Whether this device is a phone, in which case the link is for a different browser on this phone
   * or for another phone.
   */
  isPhone: boolean;
  isBusy: boolean;
  onNewLink: () => void;
  onBack: () => void;
}

export function Handoff(props: HandoffProps) {
  switch (props.handoff.state) {
    case 'offered':
      return <Offered {...props} />;
    case 'joined':
      return <Joined {...props} />;
    case 'confirmed':
      return <AtPhone {...props} />;
  }
}

function Offered({ link, isPhone, isBusy, onNewLink, onBack }: HandoffProps) {
  const t = useTexts();
  return (
    <section class="handoff">
      {/* The heading is remounted when the link appears, so that it takes focus: the pressed button
          is gone. */}
      <Heading
        key={link ? 'link' : 'none'}
        text={t(isPhone ? 'elsewhere.title' : 'handoff.title')}
      />
      {link ? (
        <LinkForPhone link={link} isPhone={isPhone} isBusy={isBusy} onNewLink={onNewLink} />
      ) : (
        <>
          <p class="lead">{t('handoff.link_gone')}</p>
          <Button isBusy={isBusy} onPress={onNewLink}>
            {t('handoff.new_link')}
          </Button>
        </>
      )}
      <Button look="soft" onPress={onBack}>
        {t(isPhone ? 'handoff.take_back' : 'handoff.back')}
      </Button>
    </section>
  );
}

function LinkForPhone({
  link,
  isPhone,
  isBusy,
  onNewLink,
}: {
  link: OfferedLink;
  isPhone: boolean;
  isBusy: boolean;
  onNewLink: () => void;
}) {
  const t = useTexts();
  const words = { copy: t('handoff.copy'), copied: t('handoff.copied') };
  const left = useSecondsLeft(link.endsAtMs);
  const isOver = left === 0;
  const life = isOver
    ? t('handoff.expired')
    : t('handoff.expires_in', { time: formatClock(t.locale, left) });
  return (
    <>
      {!isPhone && isThisMachine(new URL(link.url)) && (
        <div class="remark">
          <Icon name="phone" />
          <p>{t('handoff.this_machine')}</p>
        </div>
      )}
      <Steps
        steps={
          isPhone
            ? [t('elsewhere.step_copy'), t('elsewhere.step_compare')]
            : [t('handoff.step_scan'), t('handoff.step_compare')]
        }
      />
      {isPhone && !isOver && (
        <CopyLink url={link.url} label={t('elsewhere.link_label')} {...words} />
      )}
      <div class="handoff-link">
        <QrCode text={link.url} label={t('handoff.qr_label')} isOver={isOver} />
        <div class="handoff-side">
          <PairingCode code={link.code} label={t('handoff.code_label')} />
          <p class="handoff-life" data-over={isOver}>
            {life}
          </p>
          <Button look={isOver ? 'main' : 'plain'} isBusy={isBusy} onPress={onNewLink}>
            {t('handoff.new_link')}
          </Button>
        </div>
      </div>
      {!isPhone && !isOver && (
        <CopyLink url={link.url} label={t('handoff.link_label')} {...words} />
      )}
      <Announcer text={isOver ? t('handoff.expired') : ''} />
    </>
  );
}

function Joined({ handoff, isBusy, onNewLink, onBack }: HandoffProps) {
  const t = useTexts();
  return (
    <Notice icon="phone" title={t('handoff.joined_title')}>
      <p class="lead">{t('handoff.joined_text')}</p>
      {handoff.code && <PairingCode code={handoff.code} label={t('handoff.code_label')} />}
      <div class="actions">
        <Button look="soft" isBusy={isBusy} onPress={onBack}>
          {t('handoff.back')}
        </Button>
        <Button look="plain" onPress={onNewLink}>
          {t('handoff.not_my_phone')}
        </Button>
      </div>
    </Notice>
  );
}

function AtPhone({ view, isBusy, onBack }: HandoffProps) {
  const t = useTexts();
  const step = view.step === 'done' ? undefined : view.step;
  // In the progress text, a review counts as the document step, frontal pictures count as the
  // movements, and a wallet counts as the consent.
  const part = step === 'review' ? 'document' : step === 'face' ? 'liveness' : step;
  const progress = part ? t(`handoff.at.${part === 'wallet' ? 'consent' : part}`) : '';
  return (
    <Notice icon="phone" title={t('handoff.confirmed_title')}>
      <p class="lead">{t('handoff.confirmed_text')}</p>
      <p class="progress" data-step={step}>
        <span class="pulse" aria-hidden="true" />
        {progress}
      </p>
      <Button look="soft" isBusy={isBusy} onPress={onBack}>
        {t('handoff.take_back')}
      </Button>
      <Announcer text={progress} />
    </Notice>
  );
}
