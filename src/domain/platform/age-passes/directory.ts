// The issuer's directory (RFC 9578 4): it contains every key and is the same for everybody. Its
// hash is part of the signed heads of the audit log, so that a key created for one person would be
// noticed.
import { encodeBase64, encodeHex, decodeBase64Url, encodeUtf8 } from '../../../crypto/encoding.ts';
import { TOKEN_TYPE } from '../../../crypto/privacy-pass.ts';
import { toTimestamp } from '../../../time/timestamp.ts';
import type { AgeBracket } from '../../terms/age-bracket.ts';
import type { PassKey } from './pass-key.ts';
import { type PassContext, readPassKeys } from './pass-keys.ts';
import { type PassMonth, redeemUntilMs, startOf } from './pass-month.ts';

/** The media type of the directory (RFC 9578 10.1). */
export const DIRECTORY_TYPE = 'application/private-token-issuer-directory';

/** @returns the document as it is served, and the number of keys in it */
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

/** Returns the members that RFC 9578 defines, followed by the service's own. */
const presentKey = ({ tokenKey, month, bracket, passClass }: PassKey) => ({
  'token-type': TOKEN_TYPE,
  'token-key': padded(tokenKey),
  'not-before': startOf(month) / 1000,
  bracket: `${bracket}+`,
  class: passClass,
  issued: month,
  'redeem-until': toTimestamp(redeemUntilMs(month)),
});

/** Adds padding to base64url text (RFC 4648 5), as RFC 9577 requires. */
const padded = (text: string): string =>
  encodeBase64(decodeBase64Url(text)).replaceAll('+', '-').replaceAll('/', '_');

/**
 * Counts are rounded down to a multiple of this number before they are published, so that they do
 * not reveal the actions of any single person.
 */
const STEP = 50;

const stepped = (count: number): number => count - (count % STEP);

/**
 * Returns two lower bounds for each month and bracket, for operators: how many passes have been
 * issued, and how many have been redeemed with this service. Both classes are added together.
 */
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

/**
 * Returns, for each key, a lower bound on the number of passes that it has signed. This tells the
 * holder of a pass how large the pass's anonymity set is.
 */
export const countPasses = async (ctx: PassContext) =>
  (await readPassKeys(ctx)).map(({ id, bracket, passClass, month, issued }) => ({
    id,
    bracket,
    passClass,
    month,
    issuedAtLeast: stepped(issued),
  }));
