// The page's view of a wallet, age passes and age keys in a session.
import type { Config } from '../../config/config.ts';
import { keyOffer, refillOf } from '../../domain/verification/rules/key/key-step.ts';
import { mayChooseWay, waysOf } from '../../domain/verification/rules/opening/ways.ts';
import { passesOf, wantedPass } from '../../domain/verification/rules/pass/pass-step.ts';
import { isByWalletAlone } from '../../domain/verification/rules/session/machine.ts';
import type { SessionRecord } from '../../domain/verification/rules/session/session.ts';
import { isAtStep } from '../../domain/verification/rules/session/state.ts';
import {
  mayAskWallet,
  walletAnswersLeft,
} from '../../domain/verification/rules/wallet/wallet-step.ts';
import type { SessionView } from './schemas.ts';

/**
 * Presents the accepted methods. They are only present at the consent step, where the page offers
 * them.
 */
export function presentWays(record: SessionRecord): Pick<SessionView, 'ways'> {
  if (!isAtStep(record, 'consent')) return {};
  const isDocument = record.steps.age.isDocumentChosen === true;
  return {
    ways: {
      order: waysOf(record),
      ...(mayChooseWay(record) && { chosen: isDocument ? 'document' : 'face' }),
    },
  };
}

/**
 * Presents the wallet, if a proof can still be requested from it, an answer is waiting for the
 * person to return, or the last answer had a problem.
 */
export function presentWallet(record: SessionRecord): Pick<SessionView, 'wallet'> {
  const { current, offer, steps } = record;
  if (offer.wallet === undefined || record.state.status !== 'in_progress') return {};
  const isAwaited = current.wallet?.shown !== undefined;
  // The problem with the last answer is shown even when no more answers are accepted.
  const isLast = current.problem !== undefined && walletAnswersLeft(record) === 0;
  if (!mayAskWallet(record) && !isAwaited && !isLast) return {};
  const { gate, credentials } = offer.wallet;
  const { last } = steps.wallet ?? {};
  return {
    wallet: {
      gate,
      credentials: [...credentials],
      answers_left: walletAnswersLeft(record),
      ...(isByWalletAlone(record) && { alone: true as const }),
      ...(isAwaited && { awaits_return: true as const }),
      ...(last !== undefined && { refusal: { code: last.code, ...last.details } }),
    },
  };
}

/**
 * Presents either the passes that can complete the check, or the passes that the check can grant.
 */
export function presentPasses(
  record: SessionRecord,
  { keptAges }: Config,
  nowMs: number,
): Pick<SessionView, 'pass' | 'passes'> {
  const wanted = wantedPass(record, nowMs);
  if (wanted !== undefined) {
    const { gate, passClass, since } = wanted;
    return { pass: { min_age: gate, class: passClass, since } };
  }
  const given =
    record.visitor.given === undefined
      ? (passesOf(record, keptAges) ?? refillOf(record))
      : undefined;
  if (given === undefined) return {};
  return { passes: { bracket: `${given.bracket}+`, class: given.passClass } };
}

/** Presents what can be done with an age key. */
export function presentKey(
  record: SessionRecord,
  { keptAges }: Config,
  nowMs: number,
): Pick<SessionView, 'key'> {
  const offer = keyOffer(record, keptAges, nowMs);
  return offer === undefined ? {} : { key: offer };
}
