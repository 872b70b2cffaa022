// Which site requests the check, what happens, who is responsible, and consent to biometric processing as one act of its
// own: the button under the declaration. Everything needed for it is on one screen; the rest is folded.
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import type { EngineState } from '../flow.ts';
import { useTexts } from '../i18n/context.ts';
import { Button } from '../parts/button.tsx';
import { DataNote, MoreAboutData } from '../parts/data-note.tsx';
import { EngineProgress } from '../parts/engine-progress.tsx';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import { Heading } from '../parts/layout.tsx';
import { Movements } from '../parts/movements.tsx';
import { ReuseOffer } from '../parts/reuse-offer.tsx';

interface WelcomeProps {
  view: SessionView;
  engine: EngineState;
  handoff: HandoffOfferProps;
  isBusy: boolean;
  /** @param notice version of the privacy notice that this screen leads to */
  onConsent: (notice: string) => void;
  /** The person's account has passed the check. */
  onReuse: (view: SessionView) => void;
}

export function Welcome({ view, engine, handoff, isBusy, onConsent, onReuse }: WelcomeProps) {
  const t = useTexts();
  const site = view.site.name;
  const age = view.request.gate;
  const consent = view.measured === 'edge' ? 'welcome.consent_edge' : 'welcome.consent';
  return (
    <section class="welcome">
      <div class="welcome-head">
        <Heading
          text={
            age ? t('welcome.title', { site, count: age }) : t('welcome.title_no_age', { site })
          }
        />
        <p class="lead">{t('welcome.lead')}</p>
      </div>
      <Movements />
      <ReuseOffer view={view} onReuse={onReuse} />
      {handoff.offer === 'prominent' && <HandoffOffer {...handoff} />}
      <DataNote view={view} />
      <div class="consent">
        <p id="consent-text">{t(consent)}</p>
        <Button
          isBusy={isBusy}
          describedBy="consent-text"
          onPress={() => onConsent(view.privacy.notice)}
        >
          {t('welcome.continue')}
        </Button>
      </div>
      {handoff.offer === 'quiet' && <HandoffOffer {...handoff} />}
      <MoreAboutData view={view} />
      <EngineProgress engine={engine} />
      <p class="small">{t('welcome.return_note', { host: view.site.host })}</p>
    </section>
  );
}
