// The browser's side of age passes, implemented with a third-party library: it blinds the requests
// and turns the responses into passes.
import { publicVerif, TokenChallenge } from '@cloudflare/privacypass-ts';
import type { Context } from '../../../src/context.ts';
import { decodeBase64Url, encodeBase64Url } from '../../../src/crypto/encoding.ts';
import { passChallenge } from '../../../src/crypto/privacy-pass.ts';
import { issuerName } from '../../../src/domain/platform/age-passes/judge-pass.ts';
import type { PassKey } from '../../../src/domain/platform/age-passes/pass-key.ts';
import type { PassClass } from '../../../src/domain/terms/pass-class.ts';
import { findPassKey, keepPassKeys } from '../../../src/domain/platform/age-passes/pass-keys.ts';
import { monthOf } from '../../../src/domain/platform/age-passes/pass-month.ts';
import { countLater, signPasses } from '../../../src/domain/platform/age-passes/sign-passes.ts';
import type { AgeBracket } from '../../../src/domain/terms/age-bracket.ts';

export interface PassWish {
  bracket?: AgeBracket;
  passClass?: PassClass;
  issuer?: string;
}

/** Ten blinded requests, and a function that creates passes from the response to them. */
interface BlindedPasses {
  body: Uint8Array<ArrayBuffer>;
  /**
   * @returns ten base64url-encoded tokens
   * @throws Error when a signature was not made with the key for which the requests were blinded
   */
  finish: (answer: Uint8Array<ArrayBuffer>) => Promise<string[]>;
}

export async function blind(
  tokenKey: Uint8Array<ArrayBuffer>,
  issuer: string,
  count = 10,
): Promise<BlindedPasses> {
  const challenge = TokenChallenge.deserialize(passChallenge(issuer));
  const clients = Array.from(
    { length: count },
    () => new publicVerif.Client(publicVerif.BlindRSAMode.PSS),
  );
  const requests: number[] = [];
  for (const client of clients)
    requests.push(...(await client.createTokenRequest(challenge, tokenKey)).serialize());
  return {
    body: Uint8Array.from(requests),
    finish: async (answer) => {
      const tokens: string[] = [];
      for (const [at, client] of clients.entries()) {
        const part = answer.slice(256 * at, 256 * (at + 1));
        const token = await client.finalize(publicVerif.TokenResponse.deserialize(part));
        tokens.push(encodeBase64Url(new Uint8Array(token.serialize())));
      }
      return tokens;
    },
  };
}

/**
 * Returns this month's signing key for an age bracket and a class of pass. If there is no such key
 * yet, runs the scheduled job that creates them.
 */
export async function keyFor(
  ctx: Context,
  { bracket = 18, passClass = 'standard' }: PassWish = {},
): Promise<PassKey> {
  const kind = { bracket, passClass, month: monthOf(ctx.now()) };
  const known = await findPassKey(ctx, kind);
  if (known !== undefined) return known;
  await keepPassKeys(ctx);
  const made = await findPassKey(ctx, kind);
  if (made === undefined) throw new Error('The schedule made no key.');
  return made;
}

/**
 * Creates ten passes for the current month, like those that a visitor receives after passing a
 * check.
 */
export async function makePasses(ctx: Context, wish: PassWish = {}): Promise<string[]> {
  const key = await keyFor(ctx, wish);
  const issuer = wish.issuer ?? issuerName(ctx.config.baseUrl);
  const { body, finish } = await blind(decodeBase64Url(key.tokenKey), issuer);
  const { bracket, passClass } = key;
  const answer = await signPasses(ctx, { bracket, passClass }, body);
  if (answer === undefined) throw new Error('The passes were not signed.');
  countLater(ctx, answer);
  return finish(answer.signatures);
}
