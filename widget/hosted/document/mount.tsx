// Entry of the document step, a script of its own: draws the step into a place of the page, with its own styles.
import { render } from 'preact';
import styles from '../../styles/document.css?inline';
import { DocumentStep } from './document-step.tsx';
import type { DocumentStepProps, MountedPart, ReviewStepProps } from './part.ts';
import { Reader } from './reader.ts';
import { ReviewStep, type SentPages } from './review-step.tsx';
import type { Choice } from './stages.ts';

/** For another attempt in this page. */
let choice: Choice | undefined;
/** What was sent last: should a human be asked, they are to see what the machine saw. Gone with this page. */
let sent: SentPages | undefined;
let isStyled = false;

export function mount(container: Element): MountedPart<DocumentStepProps> {
  addStyles();
  let props: DocumentStepProps | undefined;
  const reader = new Reader(() => props?.onFault());
  const kept = {
    reader,
    onChoice: (next: Choice) => {
      choice = next;
    },
  };
  return {
    draw: (next) => {
      const onSend: DocumentStepProps['onSend'] = (evidence) => {
        const { page, front } = evidence;
        sent = { page, ...(front && { front }) };
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
  return {
    draw: (next) => render(<ReviewStep {...next} sent={sent} place={container} />, container),
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
