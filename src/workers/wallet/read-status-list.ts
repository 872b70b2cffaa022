// Reads an issuer's Token Status List in its JWT form (draft-ietf-oauth-status-list, 5.1 and 8.3).
import { decodeBase64Url, isCanonicalBase64Url } from '../../crypto/encoding.ts';
import { isList, STATUS_BITS } from '../../wallet/status-list.ts';
import type { StatusListReading, StatusListRequest } from '../../wallet/wallet-wire.ts';
import { checkChain } from './chain.ts';
import { importSpki } from './cose.ts';
import { isObject, isSignedBy, readJws } from './jws.ts';
import { AnswerRefusal } from './refusal.ts';
import { SKEW_MS } from './validity.ts';
import { chainOf } from './x5c.ts';

/** @returns the part of the list to keep, or why the list is not used */
export async function readStatusList(request: StatusListRequest): Promise<StatusListReading> {
  const { token, uri, docType, anchors, nowMs } = request;
  const jws = readJws(token.trim());
  if (jws === undefined || jws.header.typ !== 'statuslist+jwt') return bad('unreadable');
  const { status_list: list, sub, iat, exp, ttl } = jws.claims;
  if (!isObject(list) || typeof iat !== 'number') return bad('unreadable');
  const { lst } = list;
  const bits = STATUS_BITS.find((one) => one === list.bits);
  if (bits === undefined || typeof lst !== 'string' || !isCanonicalBase64Url(lst))
    return bad('unreadable');
  if (sub !== uri) return bad('other_list');
  try {
    const chain = chainOf(jws);
    await checkChain(chain, { docType, signerUsage: undefined, anchors, nowMs });
    const key = await importSpki(chain[0].publicKey);
    if (key === undefined || !(await isSignedBy(jws, key))) return bad('untrusted');
  } catch (error) {
    if (error instanceof AnswerRefusal) return bad('untrusted');
    throw error;
  }
  const [validUntilMs, ttlMs] = [exp, ttl].map((one) =>
    typeof one === 'number' && one > 0 && one < 1e11 ? one * 1000 : undefined,
  );
  if (iat * 1000 > nowMs + SKEW_MS) return bad('stale');
  if (exp !== undefined && (validUntilMs === undefined || validUntilMs <= nowMs))
    return bad('stale');
  if (!(await isList(decodeBase64Url(lst)))) return bad('unreadable');
  return {
    ok: true,
    bits,
    lst,
    ...(validUntilMs !== undefined && { validUntilMs }),
    ...(ttlMs !== undefined && { ttlMs }),
  };
}

const bad = (fault: Extract<StatusListReading, { ok: false }>['fault']): StatusListReading => ({
  ok: false,
  fault,
});
