// Which site requests the check and why, what happens with the picture, and consent to biometric processing as its own
// act.
import { useRef, useState } from 'preact/hooks';
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import type { EngineState } from '../flow.ts';
import { useTexts } from '../i18n/context.ts';
import { Button } from '../parts/button.tsx';
import { EngineProgress } from '../parts/engine-progress.tsx';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import type { IconName } from '../../icon-paths.ts';
import { Icon } from '../parts/icon.tsx';
import { Heading } from '../parts/layout.tsx';
import { ReuseOffer } from '../parts/reuse-offer.tsx';

interface WelcomeProps {
  view: SessionView;
  engine: EngineState;
  handoff: HandoffOfferProps;
  isBusy: boolean;
  onConsent: () => void;
  /** The person's account has passed the check. */
  onReuse: (view: SessionView) => void;
}

export function Welcome({ view, engine, handoff, isBusy, onConsent, onReuse }: WelcomeProps) {
  const t = useTexts();
  const site = view.site.name;
  const age = view.request.gate;
  const facts: readonly [IconName, string, string][] = [
    ['face', t('welcome.how_title'), t('welcome.how_text')],
    ['lock', t('welcome.picture_title'), t('welcome.picture_text')],
    ['share', t('welcome.shared_title', { site }), t('welcome.shared_text')],
  ];
  return (
    <section class="welcome">
      <Heading
        text={age ? t('welcome.title', { site, count: age }) : t('welcome.title_no_age', { site })}
      />
      <p class="lead">{t('welcome.lead')}</p>
      <ul class="facts">
        {facts.map(([icon, title, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <ReuseOffer view={view} onReuse={onReuse} />
      {handoff.offer === 'prominent' && <HandoffOffer {...handoff} />}
      <Consent isBusy={isBusy} onConsent={onConsent} />
      {handoff.offer === 'quiet' && <HandoffOffer {...handoff} />}
      <EngineProgress engine={engine} />
      <p class="small">{t('welcome.return_note', { host: view.site.host })}</p>
    </section>
  );
}

function Consent({ isBusy, onConsent }: { isBusy: boolean; onConsent: () => void }) {
  const t = useTexts();
  const [isGiven, setGiven] = useState(false);
  const [isMissed, setMissed] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const press = () => {
    if (isGiven) return onConsent();
    setMissed(true);
    box.current?.focus();
  };
  return (
    <fieldset class="consent" data-missed={isMissed && !isGiven}>
      <legend class="hidden">{t('welcome.consent_title')}</legend>
      <label class="consent-label">
        <input
          ref={box}
          type="checkbox"
          name="biometric"
          checked={isGiven}
          aria-describedby="consent-hint"
          aria-invalid={isMissed && !isGiven}
          onChange={(event) => setGiven(event.currentTarget.checked)}
        />
        <span>{t('welcome.consent')}</span>
      </label>
      <Button isBusy={isBusy} isOff={!isGiven} describedBy="consent-hint" onPress={press}>
        {t('welcome.continue')}
      </Button>
      <p id="consent-hint" class="consent-hint" data-shown={!isGiven}>
        {isGiven ? '' : t('welcome.consent_hint')}
      </p>
    </fieldset>
  );
}
