// Where the document step is drawn: by a script of its own (hosted/document), which is loaded here and not before.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';
import type * as part from '../document/mount.tsx';
import type { DocumentStepProps, MountedDocument } from '../document/part.ts';
import { useTexts } from '../i18n/context.ts';
import { HandoffOffer, type HandoffOfferProps } from '../parts/handoff-offer.tsx';
import { Loading } from './problem.tsx';

interface DocumentProps extends Omit<DocumentStepProps, 'site' | 'language' | 'locale'> {
  view: SessionView;
  handoff: HandoffOfferProps;
}

export function Document({ view, handoff, ...props }: DocumentProps) {
  const { language, locale } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState<MountedDocument>();
  useEffect(() => {
    let mounted: MountedDocument | undefined;
    let isHere = true;
    const load = async () => {
      const { mount } = await loadPart();
      if (!isHere || !place.current) return;
      mounted = mount(place.current);
      setStep(mounted);
    };
    load().catch(props.onFault);
    return () => {
      isHere = false;
      mounted?.leave();
    };
  }, []);
  useEffect(() => step?.draw({ ...props, site: view.site.name, language, locale }));
  return (
    <>
      {!step && <Loading />}
      <div ref={place} class="part" />
      {step && !props.isBusy && <HandoffOffer {...handoff} />}
    </>
  );
}

const loadPart = (): Promise<typeof part> =>
  import(/* @vite-ignore */ DOCUMENT_PART.url) as Promise<typeof part>;
