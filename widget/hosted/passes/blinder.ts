// The page's side of the blinding worker. Each Blinder handles one batch and is then stopped by its
// caller.
import type { FromBlinder, ToBlinder } from './blinding-worker.ts';
import type { PassBytes } from './pass-bytes.ts';

export class Blinder {
  readonly #worker = new Worker(new URL('./blinding-worker.ts', import.meta.url), {
    type: 'module',
  });

  /**
   * @returns the request body, which contains the blinded passes
   * @throws Error when blinding failed
   */
  async blind(tokenKey: string, issuer: string, count: number): Promise<PassBytes> {
    const made = await this.#ask({ type: 'blind', tokenKey, issuer, count });
    if (!('body' in made)) throw new Error('The passes could not be blinded.');
    return made.body;
  }

  /**
   * @returns the tokens, in base64url
   * @throws Error when the response does not contain valid signatures by the key that was passed to
   *   `blind`
   */
  async finish(answer: PassBytes): Promise<string[]> {
    const made = await this.#ask({ type: 'finish', answer });
    if (!('tokens' in made)) throw new Error('The passes are not signed.');
    return made.tokens;
  }

  stop(): void {
    this.#worker.terminate();
  }

  #ask(message: ToBlinder): Promise<FromBlinder> {
    return new Promise((resolve, reject) => {
      this.#worker.addEventListener('message', (event) => resolve(event.data as FromBlinder), {
        once: true,
      });
      this.#worker.addEventListener('error', () => reject(new Error('No thread.')), { once: true });
      this.#worker.postMessage(message, []);
    });
  }
}
