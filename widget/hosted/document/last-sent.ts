// The pictures of a document as they were sent last: should a human be asked, they are to see what the machine saw. Gone with this page.
import type { ReviewUpload } from '../requests/api.ts';

export type SentPages = Omit<ReviewUpload, 'face'>;

export class LastSent {
  #pages: SentPages | undefined;
  #isAsked = false;

  keep({ page, front }: SentPages): void {
    this.#pages = { page, ...(front && { front }) };
  }

  /** The step begins, also after an error: whether a human was asked before says nothing. */
  begin(): void {
    this.#isAsked = false;
  }

  /** They are on their way to a human. */
  ask(): void {
    this.#isAsked = true;
  }

  /**
   * @param step as it is drawn now: offered once more after it was asked, though the face was clear, it is because another tab has
   *   shown the document again, and these are not the last any more
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
