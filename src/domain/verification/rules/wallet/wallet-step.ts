// The wallet step (D-151): an offer is created, a wallet responds to it once, and the wallet
// Worker's finding determines the outcome. Pure. D-146 defines when a response is genuine.
import { equalInConstantTime } from '../../../../crypto/hash.ts';
import type { Withdrawal } from '../../../../wallet/conclude.ts';
import type {
  WalletFacts,
  WalletOffer,
  WalletRefusal,
  WalletVerdict,
} from '../../../../wallet/wallet-wire.ts';
import { apply, failStep, isByWalletAlone } from '../session/machine.ts';
import type { VerdictReason } from '../session/reasons.ts';
import { type SessionRecord, withGroup, withStep } from '../session/session.ts';
import { isAtStep } from '../session/state.ts';
import { arePicturesDue } from '../session/under-way.ts';
import { refusalOf, type RefusedAnswer } from './last-rows.ts';
import type { OpenWalletOffer, ProvenByWallet, WalletProblem, WalletStep } from './wallet-state.ts';

/** The maximum number of responses that prove nothing; a normal wallet sends far fewer. */
export const MAX_WALLET_ANSWERS = 5;

const NO_ANSWERS: WalletStep = { refusals: 0 };

const stepOf = ({ steps }: SessionRecord): WalletStep => steps.wallet ?? NO_ANSWERS;

export const walletAnswersLeft = (record: SessionRecord): number =>
  MAX_WALLET_ANSWERS - stepOf(record).refusals;

/**
 * Whether a proof can be requested from a wallet now; this is not possible while pictures are due.
 */
export const mayAskWallet = (record: SessionRecord): boolean =>
  record.offer.wallet !== undefined &&
  record.state.status === 'in_progress' &&
  record.state.step !== 'review' &&
  !arePicturesDue(record) &&
  walletAnswersLeft(record) > 0;

const withWallet = (record: SessionRecord, change: Partial<WalletStep>): SessionRecord => ({
  ...record,
  steps: { ...record.steps, wallet: { ...stepOf(record), ...change } },
});

/**
 * Opens an offer, which replaces any open one, and deletes the evidence about the face: a visitor
 * who returns from the wallet starts again with the movements.
 * @returns undefined when the session does not accept this credential for this gate, or may not
 *   request a proof from a wallet now
 */
export function offerWallet(
  record: SessionRecord,
  opened: OpenWalletOffer,
  nowMs: number,
): SessionRecord | undefined {
  const { wallet: rules } = record.offer;
  const { asked, gate } = opened.offer;
  const isRequested = rules?.gate === gate && rules.credentials.includes(asked.credential);
  if (!isRequested || !mayAskWallet(record)) return undefined;
  const { liveness, ...others } = record.checks;
  const checks = liveness === false ? { ...others, liveness } : others;
  const chosen = apply({ ...record, checks }, { type: 'choose_wallet' }, nowMs);
  return chosen && withGroup(chosen, 'current', { wallet: opened });
}

/** Returns the session to the choice between the accepted methods. */
export const leaveWallet = (record: SessionRecord, nowMs: number): SessionRecord | undefined =>
  isAtStep(record, 'wallet') ? apply(record, { type: 'choose_again' }, nowMs) : undefined;

/**
 * Whether an offer can still be answered, which is possible only once and only before it expires.
 */
const isOpen = ({ answeredAtMs, expiresAtMs }: WalletOffer, nowMs: number): boolean =>
  answeredAtMs === undefined && nowMs < expiresAtMs;

/**
 * Marks the offer as answered before the response is judged, so that the offer accepts no other
 * response.
 * @param linkHash the hash of the address that a wallet posted to; absent when the page sends the
 *   browser's response
 * @returns undefined when no offer is open for a response that arrives in this way
 */
export function takeWalletAnswer(
  record: SessionRecord,
  linkHash: string | undefined,
  nowMs: number,
): SessionRecord | undefined {
  const { wallet } = record.current;
  if (wallet === undefined || !isAtStep(record, 'wallet')) return undefined;
  const isMeant =
    wallet.linkHash === undefined
      ? linkHash === undefined
      : equalInConstantTime(wallet.linkHash, linkHash ?? '');
  if (!isMeant || !isOpen(wallet.offer, nowMs)) return undefined;
  const offer = { ...wallet.offer, answeredAtMs: nowMs };
  return withGroup(record, 'current', { wallet: { ...wallet, offer } });
}

/** Returns the open offer with this nonce. */
const findOffer = ({ current }: SessionRecord, nonce: string): OpenWalletOffer | undefined =>
  current.wallet?.offer.nonce === nonce ? current.wallet : undefined;

/**
 * Reopens an offer whose response could not be judged.
 * @param nonce the offer's nonce
 */
export function postponeWalletAnswer(
  record: SessionRecord,
  nonce: string,
): SessionRecord | undefined {
  const wallet = findOffer(record, nonce);
  if (wallet === undefined) return undefined;
  const { answeredAtMs: _taken, ...offer } = wallet.offer;
  return withGroup(record, 'current', { wallet: { ...wallet, offer } });
}

/** The wallet Worker's finding about a response, and facts that only the service knows. */
export interface WalletFindings {
  /** The nonce of the offer. */
  nonce: string;
  verdict: WalletVerdict;
  /** Why row 9 of the table in D-146 refuses the credential; absent if it does not. */
  withdrawal?: Withdrawal;
  /** The keyed hash of a credential that may be presented only once. */
  key?: string;
  /** SHA-256, hex, of the code with which the person returns from an app on this device. */
  codeHash?: string;
}

/**
 * @param wasShown whether the credential was presented in another session
 * @returns undefined when the session is not waiting for a finding about this offer's response
 */
export function concludeWallet(
  record: SessionRecord,
  { nonce, verdict, withdrawal, codeHash }: WalletFindings,
  wasShown: boolean,
  nowMs: number,
): SessionRecord | undefined {
  const wallet = findOffer(record, nonce);
  if (wallet?.offer.answeredAtMs === undefined || wallet.shown !== undefined) return undefined;
  const refused = refusalOf(verdict, { gate: wallet.offer.gate, withdrawal, wasShown });
  const isBelow = refused?.code === 'age_below_threshold';
  if (!verdict.ok || (refused !== undefined && !isBelow))
    return refused && refuseAnswer(record, refused, nowMs);
  const { facts } = verdict;
  if (wallet.way !== 'same_device') return decide(record, facts, !isBelow, nowMs);
  if (codeHash === undefined) return undefined;
  return withGroup(record, 'current', { wallet: { ...wallet, shown: { facts, codeHash } } });
}

/**
 * Decides on the response from an app on this device, once the person is back in the browser that
 * made the request.
 * @param codeHash the hash of the code that the browser sends
 * @returns undefined for a wrong code, or when no response from an app on this device is waiting
 */
export function returnFromWallet(
  record: SessionRecord,
  codeHash: string,
  nowMs: number,
): SessionRecord | undefined {
  const { wallet } = record.current;
  const shown = wallet?.shown;
  if (wallet === undefined || shown === undefined || !isAtStep(record, 'wallet')) return undefined;
  if (!equalInConstantTime(shown.codeHash, codeHash)) return undefined;
  const known = { gate: wallet.offer.gate, wasShown: false };
  const refused = refusalOf({ ok: true, facts: shown.facts }, known);
  return decide(record, shown.facts, refused === undefined, nowMs);
}

function decide(
  record: SessionRecord,
  facts: WalletFacts,
  isOver: boolean,
  nowMs: number,
): SessionRecord | undefined {
  const judged = withStep(withGroup(record, 'checks', { wallet: true }), 'age', { isJudged: true });
  if (!isOver) return failStep(judged, 'age', 'age_below_threshold', nowMs);
  const { gate } = record.offer.wallet ?? {};
  const metThreshold = record.request.thresholds?.find((years) => years === gate);
  const met = metThreshold === undefined ? judged : withStep(judged, 'age', { metThreshold });
  const passed = withWallet(withGroup(met, 'checks', { age: true }), { proven: provenBy(facts) });
  return apply(passed, { type: 'pass_step' }, nowMs);
}

const provenBy = ({ credential, issuerCountry }: WalletFacts): ProvenByWallet => ({
  credential,
  ...(issuerCountry !== undefined && { issuerCountry }),
});

/**
 * Records a refusal and returns the session to the choice between the accepted methods. A session
 * that accepts only a wallet fails when its last permitted response is refused.
 */
function refuseAnswer(
  record: SessionRecord,
  { code, details }: RefusedAnswer,
  nowMs: number,
): SessionRecord | undefined {
  const problem = PROBLEMS[code] ?? 'wallet_not_accepted';
  // Declining does not use up one of the permitted responses.
  const refusals = stepOf(record).refusals + (problem === 'wallet_declined' ? 0 : 1);
  const last = { code, ...(details !== undefined && { details }) };
  const refused = withWallet(record, { refusals, ...(record.test && { last }) });
  if (problem !== 'wallet_declined' && refusals >= MAX_WALLET_ANSWERS && isByWalletAlone(record))
    return failStep(refused, 'wallet', problem, nowMs);
  const next = apply(refused, { type: 'choose_again' }, nowMs);
  return next && withGroup(next, 'current', { problem });
}

/**
 * The problem that is reported to the person for each of these refusal codes. For any other code,
 * the person learns only that the proof was not accepted.
 */
const PROBLEMS: Partial<Record<WalletRefusal, WalletProblem>> = {
  declined: 'wallet_declined',
  wallet_error: 'wallet_declined',
  untrusted_issuer: 'wallet_untrusted',
  wrong_usage: 'wallet_untrusted',
  certificate_expired: 'wallet_expired',
  expired: 'wallet_expired',
  not_yet_valid: 'wallet_expired',
} satisfies Partial<
  Record<WalletRefusal, 'wallet_declined' | Extract<VerdictReason, `wallet_${string}`>>
>;
