// The entry point of the document step, which is a separate script. It renders the step into an
// element of the page, with the step's own styles.
import { render } from 'preact';
import styles from '../../styles/document.css?inline';
import type { Film } from './camera-run.ts';
import { DocumentStep } from './document-step.tsx';
import { LastSent } from './last-sent.ts';
import type { DocumentStepProps, MountedPart, ReviewStepProps } from './part.ts';
import { Reader } from './reader.ts';
import type { DocumentChoice } from './stages.ts';

/** The chosen document type and country, kept for the next attempt on this page. */
let choice: DocumentChoice | undefined;
const lastSent = new LastSent();
let isStyled = false;

export function mount(container: Element): MountedPart<DocumentStepProps> {
  addStyles();
  let props: DocumentStepProps | undefined;
  const reader = new Reader(() => props?.onFault());
  const film: Film = {};
  // If the script of the take does not load, the document is sent without a take.
  const load = async () => {
    const { TakeKeeper } = await import('./take.ts');
    film.keeper = new TakeKeeper();
  };
  void load().catch(() => undefined);
  const kept = {
    reader,
    film,
    onChoice: (next: DocumentChoice) => {
      choice = next;
    },
  };
  return {
    draw: (next) => {
      const onSend: DocumentStepProps['onSend'] = (evidence) => {
        lastSent.keep(evidence);
        next.onSend(evidence);
      };
      props = next;
      render(
        <DocumentStep {...next} onSend={onSend} {...kept} choice={choice} place={container} />,
        container,
      );
    },
    leave: () => {
      props = undefined;
      render(null, container);
      reader.stop();
    },
  };
}

export function mountReview(container: Element): MountedPart<ReviewStepProps> {
  addStyles();
  lastSent.begin();
  let isHere = true;
  // The review step is a separate script, because few documents need a reviewer.
  const loaded = import('./review-step.tsx');
  return {
    draw: (next) => {
      const sent = lastSent.whileDrawn(next);
      const onAsk: ReviewStepProps['onAsk'] = (pictures) => {
        lastSent.ask();
        next.onAsk(pictures);
      };
      const props = { ...next, onAsk, sent, place: container };
      void loaded.then(({ ReviewStep }) => isHere && render(<ReviewStep {...props} />, container));
    },
    leave: () => {
      isHere = false;
      render(null, container);
    },
  };
}

function addStyles(): void {
  if (isStyled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isStyled = true;
}
