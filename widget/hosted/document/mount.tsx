// Entry of the document step, a script of its own: draws the step into a place of the page, with its own styles.
import { render } from 'preact';
import styles from '../../styles/document.css?inline';
import { DocumentStep } from './document-step.tsx';
import type { DocumentStepProps, MountedDocument } from './part.ts';
import { Reader } from './reader.ts';
import type { Choice } from './stages.ts';

/** For another attempt in this page. */
let choice: Choice | undefined;
let isStyled = false;

export function mount(container: Element): MountedDocument {
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
      props = next;
      render(<DocumentStep {...next} {...kept} choice={choice} place={container} />, container);
    },
    leave: () => {
      props = undefined;
      render(null, container);
      reader.stop();
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
