// Use cases for the deletion receipt (D-85): a statement about what happened to a session's
// pictures, signed on request. Every receipt of a session contains the same statement.
import { SignJWT } from 'jose';
import type { Context } from '../../context.ts';
import { encodeBase64Url, encodeUtf8 } from '../../crypto/encoding.ts';
import { RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound } from '../../errors.ts';
import { signingKey } from '../platform/signing-keys/key-ring.ts';
import { viewSession, type BrowserProof } from './browser-session.ts';
import { presentReceipt, type ReceiptStatement } from './present-receipt.ts';
import { receiptOf } from './rules/session/receipt.ts';
import type { SessionRecord } from './rules/session/session.ts';
import { readOfEitherMode } from './tenant-session.ts';
import { resolveToken, tokenOf } from './tokens.ts';

/**
 * This type and a separate key distinguish receipts from the service's other tokens (RFC 8725
 * 3.11).
 */
const RECEIPT_TYPE = 'agate-receipt+jwt';

interface SignedReceipt {
  statement: ReceiptStatement;
  /** Compact JWS of the statement. */
  jws: string;
}

/**
 * Signs a session's receipt for any caller that has its result token; no API key is needed.
 * @throws AppError NOT_FOUND, the same for a session that has no receipt, was erased or is unknown;
 *   CONFLICT while a picture may still be in memory
 */
export async function readReceipt(ctx: Context, token: string): Promise<SignedReceipt> {
  const { stub, access } = await resolveToken(ctx, token);
  const answer = await stub.readByResultToken(access.secretHash);
  if (!answer.ok || access.kind !== 'result') throw notFound();
  return signReceipt(ctx, answer.value, token);
}

/**
 * Signs a session's receipt for the customer's staff.
 * @param token `xtk_…` or `xit_…`
 * @throws AppError like readReceipt, and NOT_FOUND for another tenant's session
 */
export async function readTenantReceipt(
  ctx: Context,
  tenantId: string,
  token: string,
): Promise<SignedReceipt> {
  const record = await readOfEitherMode(ctx, tenantId, token);
  if (record === undefined) throw notFound();
  const resultToken = await tokenOf(ctx, RESULT_TOKEN, record.id, record.secrets.resultHash);
  return signReceipt(ctx, record, resultToken);
}

/**
 * Signs a session's receipt for one of its browsers.
 * @throws AppError UNAUTHORIZED; and the errors of readReceipt
 */
export async function readOwnReceipt(ctx: Context, proof: BrowserProof): Promise<SignedReceipt> {
  const { record, resultToken } = await viewSession(ctx, proof);
  if (resultToken === undefined) throw notFound();
  return signReceipt(ctx, record, resultToken);
}

/**
 * Signs the statement. It contains a hash of the token, because the token itself grants access to
 * the result. Only holders of the token can match the hash.
 */
async function signReceipt(
  ctx: Context,
  record: SessionRecord,
  token: string,
): Promise<SignedReceipt> {
  const facts = receiptOf(record, ctx.now());
  if (facts === undefined) throw notFound();
  if (facts === 'measuring')
    throw new AppError('CONFLICT', 'A picture is still being measured. Try again in 30 seconds.');
  const session = encodeBase64Url(await crypto.subtle.digest('SHA-256', encodeUtf8(token)));
  const statement = presentReceipt(facts, { issuer: ctx.config.baseUrl, session });
  const { kid, key } = await signingKey(ctx, 'receipt');
  const header = { alg: 'RS256', typ: RECEIPT_TYPE, kid };
  return { statement, jws: await new SignJWT(statement).setProtectedHeader(header).sign(key) };
}
