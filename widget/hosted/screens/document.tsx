// The document step, which a separate script renders, and the offer of a hand-off below it.
import type { DocumentStepProps } from '../document/part.ts';
import { useTexts } from '../i18n/context.ts';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import type { SessionView } from '../requests/wire.ts';
import { mountPart, useDrawnPart } from './drawn-part.tsx';

interface DocumentProps extends Omit<DocumentStepProps, 'site' | 'language' | 'locale'> {
  view: SessionView;
  handoff: HandoffOfferProps;
}

export function Document({ view, handoff, ...props }: DocumentProps) {
  const { drawn, isDrawn } = useDrawnPart(
    DOCUMENT_PART,
    { ...useTexts(), ...props, site: view.site.name },
    mountPart<DocumentStepProps>,
    props.onFault,
  );
  return (
    <>
      {drawn}
      {isDrawn && !props.isSending && <HandoffOffer {...handoff} />}
    </>
  );
}
