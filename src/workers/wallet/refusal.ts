// The error that a check throws to refuse an answer.
import type { RefusalDetails, WalletRefusal } from '../../wallet/wallet-wire.ts';

/** The facts that are known when an answer is refused, for developers. */
export type Trace = Omit<RefusalDetails, 'reason'>;

/** Thrown by checks and caught in one place, judge.ts. */
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
