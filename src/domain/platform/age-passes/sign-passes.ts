// Signs passes blindly: the service does not see what it signs, so it cannot recognise the pass
// when it is presented later (RFC 9578 6).
import type { Context } from '../../../context.ts';
import { readTokenRequests, signBlinded } from '../../../crypto/privacy-pass.ts';
import { logIncident } from '../../../log.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { PassKey } from './pass-key.ts';
import type { PassClass } from '../../terms/pass-class.ts';
import { passSigner, readPassKeys } from './pass-keys.ts';
import { isSigning } from './pass-month.ts';
import { addIssued } from './store.ts';

/** The number of passes per request: the same for everybody, so that it reveals nothing. */
const PASSES_AT_ONCE = 10;

interface SignedPasses {
  signatures: Uint8Array<ArrayBuffer>;
  keyId: string;
}

/**
 * Signs passes. The same body always produces the same response, so no response needs to be stored
 * for retries.
 * @param body ten concatenated token requests
 * @returns ten blind signatures in the same order; undefined when the body is not ten requests for
 *   one key that signs now
 */
export async function signPasses(
  ctx: Context,
  kind: { bracket: AgeBracket; passClass: PassClass },
  body: Uint8Array<ArrayBuffer>,
): Promise<SignedPasses | undefined> {
  const requests = readTokenRequests(body, PASSES_AT_ONCE);
  if (requests === undefined) return undefined;
  const wanted = new Set(requests.map(({ truncatedKeyId }) => truncatedKeyId));
  const key = (await signingKeys(ctx, kind)).find(({ id }) =>
    wanted.has(Number.parseInt(id.slice(-2), 16)),
  );
  if (key === undefined || wanted.size !== 1) return undefined;
  const signer = await passSigner(ctx, key);
  try {
    const signed = await Promise.all(requests.map(({ blinded }) => signBlinded(signer, blinded)));
    return { signatures: joined(signed), keyId: key.id };
  } catch {
    // A blinded message is not below the modulus; a correct client never sends such a message.
    return undefined;
  }
}

/**
 * Counts the signed passes once the response has been sent. The count for a key is the size of the
 * anonymity set of its passes.
 */
export const countLater = (ctx: Context, { keyId }: SignedPasses): void =>
  ctx.defer(
    addIssued(ctx.db, keyId, PASSES_AT_ONCE).catch(() =>
      logIncident('pass_not_counted', { count: 'issued' }),
    ),
  );

/**
 * Returns the keys of one kind that sign now: two of them shortly after the end of a month,
 * otherwise one.
 */
const signingKeys = async (
  ctx: Context,
  { bracket, passClass }: { bracket: AgeBracket; passClass: PassClass },
): Promise<PassKey[]> =>
  (await readPassKeys(ctx)).filter(
    (key) =>
      key.bracket === bracket && key.passClass === passClass && isSigning(key.month, ctx.now()),
  );

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
