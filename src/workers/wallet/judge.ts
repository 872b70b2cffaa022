// Judges an answer by rows 1 to 8 of the table in D-146, in order. All checks are in this
// directory, because libraries report invalid answers as verified: they accept answers without
// documents, with documents that nobody requested, or with data that nobody requested.
import { encodeHex } from '../../crypto/encoding.ts';
import type { JudgeRequest, WalletFacts, WalletVerdict } from '../../wallet/wallet-wire.ts';
import { readMdoc } from './judge-mdoc.ts';
import { readSdJwt } from './judge-sd-jwt.ts';
import { openAnswer, type OpenedAnswer } from './read-answer.ts';
import { AnswerRefusal, type Trace } from './refusal.ts';

/** @returns the verified facts, or one refusal code; in test mode the code comes with details */
export async function judge(request: JudgeRequest): Promise<WalletVerdict> {
  const { offer, answer, nowMs } = request;
  const opened = await attempt(request, {}, () => openAnswer(offer, answer, nowMs));
  return opened.ok ? judgeOpened(request, opened.value) : opened;
}

/** Checks rows 3 to 8 for a decrypted answer. */
export async function judgeOpened(
  request: Omit<JudgeRequest, 'answer'>,
  opened: OpenedAnswer,
): Promise<WalletVerdict> {
  const isMdoc = 'response' in opened;
  const trace: Trace = isMdoc
    ? { transcript: encodeHex(opened.transcript) }
    : { audience: opened.audience };
  const read = (): Promise<WalletFacts> =>
    isMdoc ? readMdoc(request, opened, trace) : readSdJwt(request, opened, trace);
  const facts = await attempt(request, trace, read);
  return facts.ok ? { ok: true, facts: facts.value } : facts;
}

async function attempt<T>(
  { isTest }: Pick<JudgeRequest, 'isTest'>,
  trace: Trace,
  read: () => Promise<T>,
): Promise<{ ok: true; value: T } | Extract<WalletVerdict, { ok: false }>> {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    // An unexpected error counts as a refusal, because the answer then proves nothing.
    const { code, details } =
      error instanceof AnswerRefusal
        ? error
        : { code: 'malformed' as const, details: { reason: 'The answer could not be read.' } };
    return { ok: false, code, ...(isTest === true && { details: { ...trace, ...details } }) };
  }
}
