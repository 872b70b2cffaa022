// What the page and its document step say to each other. The step is a script of its own, with its own copy of what draws
// it, so that nobody who shows no document loads it. Types only.
import type { ReviewUpload } from '../requests/api.ts';
import type { DocumentUpload } from '../requests/document.ts';
import type { SessionView } from '../requests/wire.ts';

export interface DocumentStepProps {
  site: string;
  asked: NonNullable<SessionView['document']>;
  /** Of the page's texts, so that both speak the same. */
  language: string;
  locale: string;
  /** The document is on its way, or being looked at. */
  isSending: boolean;
  /** A dialog covers the page, or it asks for something else: nothing is read meanwhile. */
  isHeld: boolean;
  onSend: (evidence: DocumentUpload) => void;
  /** The step cannot go on: its reader did not arrive. */
  onFault: () => void;
}

/** What follows a document that the machine could not settle: a human may, or has asked to see more. */
export interface ReviewStepProps {
  site: string;
  language: string;
  locale: string;
  /** What that human asked to see again; undefined: nobody was asked yet. */
  again: SessionView['review_again'];
  /** The document may be taken again where this page has lost its pictures. */
  canShow: boolean;
  /** The last picture of the face was of no use. */
  isUnclear: boolean;
  /** The pictures are on their way, or being looked at. */
  isSending: boolean;
  /** Another request than theirs may be pending. */
  isBusy: boolean;
  onAsk: (pictures: ReviewUpload) => void;
  onDecline: () => void;
  onShowAgain: () => void;
  onResume: () => void;
}

export interface MountedPart<P> {
  draw: (props: P) => void;
  /** The camera's light goes out. */
  leave: () => void;
}
