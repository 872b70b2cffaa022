// Entry of the document step, a script of its own: draws the step into a place of the page, with its own styles.
import { render } from 'preact';
import styles from '../../styles/document.css?inline';
import { DocumentStep } from './document-step.tsx';
import { LastSent } from './last-sent.ts';
import type { DocumentStepProps, MountedPart, ReviewStepProps } from './part.ts';
import { Reader } from './reader.ts';
import { ReviewStep } from './review-step.tsx';
import type { DocumentChoice } from './stages.ts';

/** For another attempt in this page. */
let choice: DocumentChoice | undefined;
const lastSent = new LastSent();
let isStyled = false;

export function mount(container: Element): MountedPart<DocumentStepProps> {
  addStyles();
  let props: DocumentStepProps | undefined;
  const reader = new Reader(() => props?.onFault());
  const kept = {
    reader,
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
  return {
    draw: (next) => {
      const sent = lastSent.whileDrawn(next);
      const onAsk: ReviewStepProps['onAsk'] = (pictures) => {
        lastSent.ask();
        next.onAsk(pictures);
      };
      render(<ReviewStep {...next} onAsk={onAsk} sent={sent} place={container} />, container);
    },
    leave: () => render(null, container),
  };
}

function addStyles(): void {
  if (isStyled) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  isStyled = true;
}
