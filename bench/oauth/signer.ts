// Measures the upper bound for token responses: how many RSA-2048 signatures a single Worker in
// workerd makes per second.
import { measure, Sender } from './load.ts';
import { runWorker } from './worker-host.ts';

const PER_REQUEST = 10;

/** A Worker that only signs a text of the same length as a token's claims. */
const SCRIPT = `
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
let pair;
export default {
  async fetch() {
    pair ??= crypto.subtle.generateKey({ ...algorithm, ...size }, false, ['sign', 'verify']);
    const { privateKey } = await pair;
    const claims = crypto.getRandomValues(new Uint8Array(600));
    for (let n = 0; n < ${PER_REQUEST}; n++)
      await crypto.subtle.sign(algorithm, privateKey, claims);
    return new Response('signed');
  },
};`;

export interface Signer {
  /** @returns signatures per second, and CPU milliseconds per signature */
  run: (durationMs: number) => Promise<{ perSecond: number; cpuMs: number }>;
  stop: () => Promise<void>;
}

export async function startSigner(): Promise<Signer> {
  const { miniflare, origin, pid } = await runWorker({
    modules: true,
    script: SCRIPT,
    compatibilityDate: '2026-11-01',
  });
  const sender = new Sender();
  return {
    run: async (durationMs) => {
      sender.connectAnew();
      const { perSecond, cpuMs } = await measure(pid, durationMs, async () => {
        const { text } = await sender.send({ url: origin });
        if (text !== 'signed') throw new Error(text);
        return 'more';
      });
      return { perSecond: perSecond * PER_REQUEST, cpuMs: cpuMs / PER_REQUEST };
    },
    stop: async () => {
      sender.close();
      await miniflare.dispose();
    },
  };
}
