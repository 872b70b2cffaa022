// The interface between the page and its document step. The step is a separate script with its own
// copy of the rendering library, so that only visitors who show a document load it. Types only.
import type { ReviewUpload } from '../requests/api.ts';
import type { DocumentUpload } from '../requests/document.ts';
import type { SessionView } from '../requests/wire.ts';

export interface DocumentStepProps {
  site: string;
  asked: NonNullable<SessionView['document']>;
  /** The language and locale of the page's texts, which the step uses as well. */
  language: string;
  locale: string;
  /** Whether the document is being sent or examined. */
  isSending: boolean;
  /** Whether reading is paused: a dialog covers the page, or the page asks for something else. */
  isHeld: boolean;
  onSend: (evidence: DocumentUpload) => void;
  /** Called when the step cannot continue because its reader did not load or has broken. */
  onFault: () => void;
}

/**
 * The props of the step that follows when a document has not led to an automatic decision: the
 * visitor may ask a reviewer, or a reviewer has asked to see more.
 */
export interface ReviewStepProps {
  site: string;
  language: string;
  locale: string;
  /** The parts that the reviewer asked to see again; undefined when no reviewer has asked yet. */
  again: SessionView['review_again'];
  /** Whether the document may be photographed again when this page has lost its pictures. */
  canShow: boolean;
  /** Whether the last picture of the face was unusable. */
  isUnclear: boolean;
  /** Whether the pictures are being sent or examined. */
  isSending: boolean;
  /** Whether a request other than the one that sends these pictures is pending. */
  isBusy: boolean;
  onAsk: (pictures: ReviewUpload) => void;
  onDecline: () => void;
  onShowAgain: () => void;
  onResume: () => void;
}

export interface MountedPart<P> {
  draw: (props: P) => void;
  /** Unmounts the step, and closes the camera if the step uses one. */
  leave: () => void;
}
