// Codes for screens without a camera or keyboard (`display: "tv"` in init). The screen displays a
// short address and a code; a person types the code on their phone and receives the session's link
// there. The code only identifies the session: the link opens in only one browser, even if others
// type the code.
import { LIFETIMES } from '../../config/config.ts';
import type { Context } from '../../context.ts';
import { readToken } from '../../crypto/capability-token.ts';
import { INIT_TOKEN } from '../../crypto/token-prefixes.ts';
import { unavailable } from '../../errors.ts';
import {
  CODE_TRIES,
  codePages,
  deriveUserCode,
  userCodeObject,
  type WaitingCode,
} from '../terms/user-code.ts';
import { tokenOf } from './tokens.ts';

/** The data that a screen displays. */
export interface ScreenCode {
  /** Two groups of four letters. */
  code: string;
  /** The addresses of the page for typing the code, without and with the code. */
  page: string;
  pageWithCode: string;
  expiresInSeconds: number;
}

/** Marks the code as one for a session, because OAuth device codes are stored in the same way. */
const KIND = 'check';

/**
 * Creates the code for a link; the same link always receives the same code. The first call for a
 * link makes one object call, or more if another session currently has that code.
 * @param token the link's token, `xit_…`
 */
export async function offerScreenCode(ctx: Context, token: string): Promise<ScreenCode> {
  const link = await readToken(token, INIT_TOKEN);
  if (link === undefined) throw unavailable(new Error('This is not a link of a session.'));
  const payload = [KIND, link.objectId, link.hash].join(' ');
  for (let turn = 0; turn < CODE_TRIES; turn += 1) {
    const code = await deriveUserCode(link.secret, turn);
    const { stub, hash } = await userCodeObject(ctx, code);
    const isFree = await stub?.issueOnce(hash, payload, ctx.now() + LIFETIMES.initTokenMs);
    if (isFree === true || (await isOwn(stub?.peek(hash), payload)))
      return { code, ...codePages(ctx, code), expiresInSeconds: LIFETIMES.initTokenMs / 1000 };
  }
  throw unavailable(new Error('No unused user code is available.'));
}

type Peeked = { ok: true; payload: string } | { ok: false } | undefined;

async function isOwn(peeked: PromiseLike<Peeked> | undefined, payload: string): Promise<boolean> {
  const found = await peeked;
  return found?.ok === true && found.payload === payload;
}

/** @returns the path of the session's page; undefined when the code is not for a session */
export async function linkOfScreenCode(
  ctx: Context,
  { payload }: Pick<WaitingCode, 'payload'>,
): Promise<string | undefined> {
  const [kind, sessionId, hash] = payload.split(' ');
  if (kind !== KIND || sessionId === undefined) return undefined;
  return `/v/${await tokenOf(ctx, INIT_TOKEN, sessionId, hash)}`;
}
