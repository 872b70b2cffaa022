// How a check ends the judging of an answer.
import type { RefusalDetails, WalletRefusal } from '../../wallet/wallet-wire.ts';

/** What is known when an answer is refused, for developers. */
export type Trace = Omit<RefusalDetails, 'reason'>;

/** Thrown by a check and caught once, in judge.ts. */
export class AnswerRefusal extends Error {
  readonly code: WalletRefusal;
  readonly details: RefusalDetails;

  constructor(code: WalletRefusal, details: RefusalDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** @throws AnswerRefusal, always */
export function refuse(
  code: WalletRefusal,
  reason: string,
  more: Omit<RefusalDetails, 'reason'> = {},
): never {
  throw new AnswerRefusal(code, { reason, ...more });
}
