// Takes ten passes after a check: finds the signing key, blinds the passes, has them signed and
// stores them. The service sees only ten numbers that look random.
import { Blinder } from './blinder.ts';
import type { KeptPass, KeptClass } from './kept-pass.ts';
import { keepPasses } from './pass-store.ts';
import type { PassBytes } from './pass-bytes.ts';

const PASSES_AT_ONCE = 10;
const TIMEOUT_MS = 30_000;
const DIRECTORY = '/.well-known/private-token-issuer-directory';

interface DirectoryKey {
  'token-key': string;
  'not-before': number;
  bracket: string;
  class: KeptClass;
  issued: string;
  'redeem-until': string;
}

interface OfferedPasses {
  /** The age bracket, such as `18+`. */
  bracket: string;
  class: KeptClass;
}

/**
 * @param request sends the blinded passes
 * @returns the passes that are now stored
 * @throws Error when there is no key, no signature or no space
 */
export async function takePasses(
  offered: OfferedPasses,
  request: (body: PassBytes) => Promise<PassBytes>,
): Promise<KeptPass[]> {
  const key = await findKey(offered);
  const blinder = new Blinder();
  try {
    const body = await blinder.blind(key['token-key'], location.host, PASSES_AT_ONCE);
    const tokens = await blinder.finish(await request(body));
    const passes = tokens.map((token) => ({
      token,
      bracket: Number.parseInt(key.bracket, 10),
      passClass: key.class,
      issued: key.issued,
      untilMs: Date.parse(key['redeem-until']),
    }));
    await keepPasses(passes);
    return passes;
  } finally {
    blinder.stop();
  }
}

/** Returns the newest of the keys that may sign now, so that all visitors use the same key. */
async function findKey({ bracket, class: passClass }: OfferedPasses): Promise<DirectoryKey> {
  const response = await fetch(DIRECTORY, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const directory = (await response.json()) as { 'token-keys': DirectoryKey[] };
  const key = directory['token-keys'].findLast(
    (one) =>
      one.bracket === bracket && one.class === passClass && one['not-before'] * 1000 <= Date.now(),
  );
  if (!key) throw new Error('There is no key for these passes.');
  return key;
}
