// The issuer's directory (RFC 9578 4): every key, the same for everybody. Its hash is in the signed heads of the audit, so that
// a key that was made for one person would show.
import { encodeBase64, encodeHex, decodeBase64Url, encodeUtf8 } from '../../../crypto/encoding.ts';
import { TOKEN_TYPE } from '../../../crypto/privacy-pass.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { PassKey } from './pass-key.ts';
import { type PassContext, readPassKeys } from './pass-keys.ts';
import { type PassMonth, redeemUntilMs, startOf } from './pass-month.ts';

/** RFC 9578 10.1. */
export const DIRECTORY_TYPE = 'application/private-token-issuer-directory';

/** @returns the document as it is served; `keys`: how many it has */
export async function writeDirectory(ctx: PassContext): Promise<{ text: string; keys: number }> {
  const keys = await readPassKeys(ctx);
  const text = JSON.stringify({
    'issuer-request-uri': `${ctx.config.baseUrl}/v/passes`,
    'token-keys': keys.map(presentKey),
  });
  return { text, keys: keys.length };
}

/** @returns SHA-256 of the document, lower-case hex; undefined while it has no keys */
export async function hashDirectory(ctx: PassContext): Promise<string | undefined> {
  const { text, keys } = await writeDirectory(ctx);
  if (keys === 0) return undefined;
  return encodeHex(await crypto.subtle.digest('SHA-256', encodeUtf8(text)));
}

/** The names of the RFC, and behind them ours. */
const presentKey = ({ tokenKey, month, bracket, passClass }: PassKey) => ({
  'token-type': TOKEN_TYPE,
  'token-key': padded(tokenKey),
  'not-before': startOf(month) / 1000,
  bracket: `${bracket}+`,
  class: passClass,
  issued: month,
  'redeem-until': toTimestamp(redeemUntilMs(month)),
});

/** RFC 4648 5 with its padding, as RFC 9577 has it. */
const padded = (text: string): string =>
  encodeBase64(decodeBase64Url(text)).replaceAll('+', '-').replaceAll('/', '_');

/** Counts are published in steps, so that no single person shows in them. */
const STEP = 50;

const stepped = (count: number): number => count - (count % STEP);

/** For operators: of each month and bracket, of both classes together, how many are out and were spent here at least. */
export async function countPassesByMonth(ctx: PassContext) {
  const sums = new Map<
    string,
    { month: PassMonth; bracket: AgeBracket; issued: number; spent: number }
  >();
  for (const { month, bracket, issued, redeemed } of await readPassKeys(ctx)) {
    const of = `${month} ${bracket}`;
    const sum = sums.get(of) ?? { month, bracket, issued: 0, spent: 0 };
    sums.set(of, { ...sum, issued: sum.issued + issued, spent: sum.spent + redeemed });
  }
  return [...sums.values()].map(({ month, bracket, issued, spent }) => ({
    month,
    bracket,
    issuedAtLeast: stepped(issued),
    spentAtLeast: stepped(spent),
  }));
}

/** How many passes of each key are out at least: whoever has one can see in how large a crowd it is. */
export const countPasses = async (ctx: PassContext) =>
  (await readPassKeys(ctx)).map(({ id, bracket, passClass, month, issued }) => ({
    id,
    bracket,
    passClass,
    month,
    issuedAtLeast: stepped(issued),
  }));
