// Keeps the document pictures that were sent last, so that a human reviewer sees what the machine
// saw. They are lost when the page is reloaded or closed.
import type { ReviewUpload } from '../requests/api.ts';

export type SentPages = Omit<ReviewUpload, 'face'>;

export class LastSent {
  #pages: SentPages | undefined;
  #isRequested = false;

  keep({ page, front }: SentPages): void {
    this.#pages = { page, ...(front && { front }) };
  }

  /**
   * Forgets an earlier request for a review. Call this when the step starts, possibly again after
   * an error.
   */
  begin(): void {
    this.#isRequested = false;
  }

  /** Call this when the pictures are being sent to a reviewer. */
  ask(): void {
    this.#isRequested = true;
  }

  /**
   * Call this whenever the step is rendered. If a review has already been requested and the face
   * was clear, but the step offers a review again, then the document has been photographed again in
   * another tab. In that case, the pictures are forgotten, because they are no longer the latest.
   * @returns the pictures of the document that can be sent to a reviewer
   */
  whileDrawn({
    isSending,
    isUnclear,
  }: {
    isSending: boolean;
    isUnclear: boolean;
  }): SentPages | undefined {
    if (isSending) return this.#pages;
    if (this.#isRequested && !isUnclear) this.#pages = undefined;
    this.#isRequested = false;
    return this.#pages;
  }
}
