// Opens a link: binds the session to the browser that opens it first, and ends or settles a session
// that cannot run. Pure.
import { equalInConstantTime } from '../../../../crypto/hash.ts';
import { refuseAttempt } from '../session/attempts.ts';
import { cannotMeetLaw, underLawOf } from '../law/session-law.ts';
import type { SessionEventType } from '../session/result.ts';
import type { SeenVisitor } from '../session/visitor.ts';
import { sandboxOutcome, settle, settleByKey } from '../session/sandbox.ts';
import { apply, asksForDocument, needsDocument, noteFunnel } from '../session/machine.ts';
import { type SessionRecord, withGroup } from '../session/session.ts';
import type { Secrets } from '../session/secrets.ts';

/** The browser's data for opening a link; the secrets in it are hashed. */
export interface LinkOpening {
  /** The hash of the link's secret. */
  initHash: string;
  /** The hash of the secret in the browser's cookie, if the browser has a cookie. */
  cookieHash?: string;
  /** The hash of the secret that the browser receives unless it already has a valid one. */
  newHash: string;
  /**
   * The hash of the page's id for this attempt, and how long a lost response may be requested again
   * without the cookie.
   */
  attempt?: { hash: string; graceMs: number };
  /** The country of the browser's IP address, as an ISO 3166-1 alpha-2 code. */
  ipCountry?: string;
  /** Data that the browser sent about itself. */
  seen?: SeenVisitor;
  /** Whether the person has no attempt left (attempts.ts). */
  attemptsUsedUp?: boolean;
}

/** The record to store, with the events that it causes; if there is no record, nothing changes. */
type Opened =
  | { ok: true; record?: SessionRecord; events: SessionEventType[] }
  | { ok: false; reason: 'not_found' | 'opened_elsewhere' | 'other_opener' | 'retaken' };

/**
 * Opens a link. A link opens once; the browser that opened it may return, but no other browser may
 * open it. A page that did not receive the response has no cookie yet: it sends the id of its
 * attempt again, and receives a new secret. A link with an `openerHash` opens only in the browser
 * that has the opener's secret.
 */
export function openLink(record: SessionRecord, opening: LinkOpening, nowMs: number): Opened {
  const { secrets, times } = record;
  if (!equalInConstantTime(secrets.initHash, opening.initHash))
    return { ok: false, reason: 'not_found' };
  // The link of a retaken session reports, in every browser and at any time, that there is a new
  // link.
  if (record.state.status === 'retaken') return { ok: false, reason: 'retaken' };
  if (secrets.browserHash === undefined) {
    if (nowMs >= times.initExpiresAtMs) return { ok: false, reason: 'not_found' };
    if (!isOpener(secrets, opening.cookieHash)) return { ok: false, reason: 'other_opener' };
    return { ok: true, ...bindBrowser(record, opening, nowMs) };
  }
  if (equalInConstantTime(secrets.browserHash, opening.cookieHash ?? ''))
    return { ok: true, events: [] };
  if (!isSameAttempt(secrets, opening.attempt?.hash, nowMs))
    return { ok: false, reason: 'opened_elsewhere' };
  const again = withGroup(record, 'secrets', { browserHash: opening.newHash });
  return { ok: true, record: again, events: [] };
}

const isOpener = ({ openerHash }: Secrets, cookieHash = ''): boolean =>
  openerHash === undefined || equalInConstantTime(openerHash, cookieHash);

/**
 * Binds the session to its browser. If the session was settled before it was opened, nothing else
 * about it changes.
 */
function bindBrowser(
  record: SessionRecord,
  { newHash, attempt, ipCountry, seen, attemptsUsedUp }: LinkOpening,
  nowMs: number,
): { record: SessionRecord; events: SessionEventType[] } {
  const secret = withGroup(record, 'secrets', {
    // The opener's browser keeps its secret, so that two of its pages do not take the session away
    // from each other.
    browserHash: record.secrets.openerHash ?? newHash,
    ...(attempt && { opening: { hash: attempt.hash, untilMs: nowMs + attempt.graceMs } }),
  });
  const bound = withGroup(secret, 'visitor', {
    ...(ipCountry !== undefined && { ipCountry }),
    ...(seen !== undefined && isCounted(record) && { seen: shownTo(record, seen) }),
  });
  if (record.state.status !== 'pending') return { record: bound, events: [] };
  const noted = noteFunnel(underLawOf(bound, ipCountry), 'opened', nowMs);
  const opened = apply(noted, { type: 'open' }, nowMs) ?? noted;
  const settled =
    attemptsUsedUp === true ? refuseAttempt(opened, nowMs) : settleAtOpening(opened, nowMs);
  return settled === undefined
    ? { record: opened, events: ['opened'] }
    : { record: settled, events: ['opened', 'completed'] };
}

const isCounted = ({ tenant, test }: SessionRecord): boolean =>
  tenant.countsLeaving === true && !test;

/**
 * Returns the visitor's data with the language of the page: the request's language or, if it has
 * none, the browser's.
 */
const shownTo = ({ request }: SessionRecord, seen: SeenVisitor): SeenVisitor => ({
  ...seen,
  language: request.locale ?? seen.language,
});

/**
 * Whether the page repeats the attempt that opened the link, because the response to that attempt
 * was lost.
 */
function isSameAttempt({ opening }: Secrets, hash: string | undefined, nowMs: number): boolean {
  if (opening === undefined || hash === undefined || nowMs >= opening.untilMs) return false;
  return equalInConstantTime(opening.hash, hash);
}

/**
 * Ends a session that cannot meet the applicable law, settles a test session as its sandbox user id
 * specifies, and ends a session that requires a document but cannot request one.
 */
function settleAtOpening(record: SessionRecord, nowMs: number): SessionRecord | undefined {
  // The person did nothing wrong but cannot be checked as the law of their country requires. The
  // result lists what is missing.
  if (cannotMeetLaw(record)) return apply(record, { type: 'fail' }, nowMs, 'assistance_needed');
  const outcome = record.test ? sandboxOutcome(record.request.userId) : undefined;
  if (outcome !== undefined) return settle(record, outcome, nowMs);
  const byKey = record.test ? settleByKey(record, nowMs) : undefined;
  if (byKey !== undefined) return byKey;
  if (!needsDocument(record.request) || asksForDocument(record)) return undefined;
  return apply(record, { type: 'fail' }, nowMs, 'document_rejected');
}

/**
 * @returns the origins that may embed the page of this link in a frame; none for the link of
 *   another session
 */
export const embedOriginsOf = (record: SessionRecord | undefined, initHash: string): string[] =>
  record !== undefined && equalInConstantTime(record.secrets.initHash, initHash)
    ? (record.tenant.embedOrigins ?? [])
    : [];
