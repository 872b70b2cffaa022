// The first page, which states which site requests the check, what happens and who is responsible.
// Consent to biometric processing is a separate act: the button under the declaration. Everything
// needed for that consent is on one screen; the rest is collapsed.
import type { EngineState } from '../state/flow.ts';
import { useTexts } from '../i18n/context.ts';
import type { HostedTranslate } from '../i18n/translate.ts';
import { Button } from '../parts/button.tsx';
import { DocumentChoice } from '../parts/document-choice.tsx';
import { DataNote, MoreAboutData } from '../parts/data-note.tsx';
import { EngineProgress } from '../parts/engine-progress.tsx';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import { Heading } from '../parts/layout.tsx';
import { Movements } from '../parts/movements.tsx';
import { Drawn } from './drawn-part.tsx';
import { Ways } from './ways.tsx';
import { ReuseOffer } from '../account/reuse-offer.tsx';
import { returnsTo, WELCOME_LEAD, welcomeTitle } from '../texts/welcome-texts.ts';
import type { SessionView } from '../requests/wire.ts';

interface WelcomeProps {
  view: SessionView;
  engine: EngineState;
  handoff: HandoffOfferProps;
  isBusy: boolean;
  onConsent: () => void;
  /** Called with the session after an alternative to the camera has changed it. */
  onView: (view: SessionView) => void;
}

export function Welcome({ view, engine, handoff, isBusy, onConsent, onView }: WelcomeProps) {
  const t = useTexts();
  const need = view.document_need;
  const drawn = (part: { url: string }) => <Drawn part={part} view={view} onView={onView} />;
  const offers = {
    pass: view.pass && drawn(PASSES_PART),
    key: view.key && drawn(KEY_PART),
    account: <ReuseOffer view={view} onReuse={onView} />,
    wallet: view.wallet && drawn(WALLET_PART),
    document: view.ways?.chosen && <DocumentChoice view={view} onView={onView} />,
  };
  return (
    <section class="welcome">
      <div class="welcome-head">
        <Heading text={titleOf(t, view)} />
        <p class="lead">{t(WELCOME_LEAD[need ?? 'none'])}</p>
      </div>
      <Movements need={need} />
      <Ways order={view.ways?.order ?? []} offers={offers}>
        {handoff.offer === 'prominent' && <HandoffOffer {...handoff} />}
        <DataNote view={view} />
        <div class="consent">
          <p id="consent-text">{t(consentTo(view))}</p>
          <Button isBusy={isBusy} describedBy="consent-text" onPress={onConsent}>
            {t('welcome.continue')}
          </Button>
        </div>
        {handoff.offer === 'quiet' && <HandoffOffer {...handoff} />}
      </Ways>
      <MoreAboutData view={view} />
      <EngineProgress engine={engine} />
      <p class="small">{t('welcome.return_note', { host: returnsTo(t.locale, view.site) })}</p>
    </section>
  );
}

function titleOf(t: HostedTranslate, { site: { name: site }, request }: SessionView): string {
  const { key, ...count } = welcomeTitle(request);
  return t(key, { site, ...count });
}

/** Chooses the declaration, which names everything that the check requires and nothing else. */
function consentTo({ document_need: need, measured }: SessionView) {
  if (need === 'will') return 'welcome.consent_document';
  if (need === 'may') return 'welcome.consent_step_up';
  return measured === 'edge' ? 'welcome.consent_edge' : 'welcome.consent';
}
