// What the page and its document step say to each other. The step is a script of its own, with its own copy of what draws
// it, so that nobody who shows no document loads it. Types only.
import type { DocumentEvidence } from '../api.ts';
import type { SessionView } from '../../../src/routes/hosted/schemas.ts';

export interface DocumentStepProps {
  site: string;
  asked: NonNullable<SessionView['document']>;
  /** Of the page's texts, so that both speak the same. */
  language: string;
  locale: string;
  /** The document is being sent. */
  isBusy: boolean;
  /** A dialog covers the page: nothing is read meanwhile. */
  isHeld: boolean;
  onSend: (evidence: DocumentEvidence) => void;
  /** The step cannot go on: its reader did not arrive. */
  onFault: () => void;
}

export interface MountedDocument {
  draw: (props: DocumentStepProps) => void;
  /** The camera's light goes out. */
  leave: () => void;
}
