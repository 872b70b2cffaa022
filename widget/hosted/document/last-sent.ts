// The last pictures of a document that were sent, so that a human reviewer sees what the machine
// saw. They are gone with this page.
import type { ReviewUpload } from '../requests/api.ts';

export type SentPages = Omit<ReviewUpload, 'face'>;

export class LastSent {
  #pages: SentPages | undefined;
  #isAsked = false;

  keep({ page, front }: SentPages): void {
    this.#pages = { page, ...(front && { front }) };
  }

  /**
   * Call it when the step starts, possibly again after an error: an earlier request to a reviewer
   * is forgotten.
   */
  begin(): void {
    this.#isAsked = false;
  }

  /** Call it when the pictures are being sent to a reviewer. */
  ask(): void {
    this.#isAsked = true;
  }

  /**
   * @param step the step as it is rendered now: if it offers a review again after one was
   *   requested, although the face was clear, another tab has shown the document again, and these
   *   pictures are no longer the last ones
   */
  whileDrawn({
    isSending,
    isUnclear,
  }: {
    isSending: boolean;
    isUnclear: boolean;
  }): SentPages | undefined {
    if (isSending) return this.#pages;
    if (this.#isAsked && !isUnclear) this.#pages = undefined;
    this.#isAsked = false;
    return this.#pages;
  }
}
