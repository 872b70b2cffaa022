// Use cases for a proof from a wallet (D-151): creating an offer for the page, judging the response
// that the page or the wallet itself sends, and returning from a wallet app. The wallet Worker
// creates offers and judges responses (D-146); the session decides.
import type { Context } from '../../context.ts';
import { formatToken, parseToken } from '../../crypto/capability-token.ts';
import { deriveKeys } from '../../crypto/derived-key.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { hmacHex } from '../../crypto/hmac.ts';
import { randomToken } from '../../crypto/random.ts';
import { INIT_TOKEN, WALLET_OFFER_TOKEN } from '../../crypto/token-prefixes.ts';
import { AppError, notFound, unavailable } from '../../errors.ts';
import { logIncident } from '../../log.ts';
import type { WalletCaller } from '../../objects/session/proofs.ts';
import type { Credential } from '../../wallet/age-claims.ts';
import {
  LINK_PROTOCOLS,
  type MadeOffer,
  OFFER_MS,
  type WalletAnswer,
  type WalletProtocol,
} from '../../wallet/wallet-wire.ts';
import { readAnchors } from '../platform/wallet-anchors/anchors.ts';
import { findWithdrawal } from '../platform/wallet-status/withdrawn.ts';
import { answerInTime, postponeOnFailure } from './ask-workers.ts';
import {
  callSession,
  toHostedSession,
  unauthorized,
  unwrap,
  type BrowserProof,
  type HostedSession,
} from './browser-session.ts';
import { pageOf } from './new-session.ts';
import type { SessionRecord } from './rules/session/session.ts';
import type { WalletWay } from './rules/wallet/wallet-state.ts';
import { tokenOf } from './tokens.ts';

type SessionStub = NonNullable<ReturnType<Context['objects']['session']>>;

interface WalletWish {
  credential: Credential;
  /** The session's gate in years. */
  gate: number;
  way: WalletWay;
}

/** The requests that the page sends to a wallet. */
interface WalletRequest extends Pick<MadeOffer, 'requests' | 'links'> {
  lifetimeMs: number;
}

/**
 * Creates an offer and passes it to the session, which accepts only an offer for the age and the
 * credential that it requests. Makes one object call.
 * @throws AppError CONFLICT for an age or credential other than the one that the session requests,
 *   or when the session cannot request a proof from a wallet now; UNAVAILABLE when the wallet
 *   Worker does not respond
 */
export async function offerWallet(
  ctx: Context,
  proof: BrowserProof,
  { credential, gate, way }: WalletWish,
): Promise<WalletRequest> {
  const { wallet, config } = ctx;
  if (wallet === undefined) throw notOffered();
  const secret = way === 'browser' ? undefined : randomToken(32);
  const responseUri = secret === undefined ? undefined : responseUriOf(ctx, proof, secret);
  const made = await answerInTime(
    wallet.makeOffer({
      credential,
      gate,
      protocols: protocolsOf(ctx, way),
      origin: new URL(config.baseUrl).origin,
      ...(responseUri !== undefined && { responseUri }),
      ...(config.walletSigner && { signer: config.walletSigner }),
      nowMs: ctx.now(),
    }),
  ).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (!made.ok) throw notOffered();
  const { offer, requests, links } = made;
  const linkHash = secret === undefined ? undefined : await sha256Hex(secret);
  const opened = { way, offer, ...(linkHash !== undefined && { linkHash }) };
  await callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'offer', browserHash, opened }),
  );
  return { requests, links, lifetimeMs: OFFER_MS };
}

const notOffered = (): AppError =>
  new AppError('CONFLICT', 'This session does not request that from a wallet.');

function protocolsOf({ config }: Context, way: WalletWay): readonly WalletProtocol[] {
  if (way !== 'browser') return LINK_PROTOCOLS;
  const isSigned = config.walletSigner !== undefined;
  return [
    'org-iso-mdoc',
    ...(isSigned ? ['openid4vp-v1-signed' as const] : []),
    'openid4vp-v1-unsigned',
  ];
}

function responseUriOf({ config }: Context, { sessionId }: BrowserProof, secret: string): string {
  const token = formatToken({ prefix: WALLET_OFFER_TOKEN, objectId: sessionId, secret });
  return `${config.baseUrl}/wallet/response/${token}`;
}

/**
 * Leaves the wallet step and returns the person to the choice of a method.
 * @throws AppError CONFLICT when the session is not waiting for a wallet
 */
export const leaveWallet = (ctx: Context, proof: BrowserProof): Promise<HostedSession> =>
  callSession(ctx, proof, (stub, browserHash) => stub.meetProof({ act: 'leave', browserHash }));

/**
 * Judges a response that the browser received from a wallet. Makes two object calls.
 * @throws AppError CONFLICT when no such response is expected; UNAVAILABLE when it cannot be judged
 *   now, which does not count against the visitor
 */
export async function answerWallet(
  ctx: Context,
  proof: BrowserProof,
  answer: { protocol: string; data: unknown },
): Promise<HostedSession> {
  const stub = ctx.objects.session(proof.sessionId);
  if (stub === undefined) throw unauthorized();
  const caller = { browserHash: await sha256Hex(proof.secret) };
  const seen = await judgeAnswer(ctx, stub, caller, answer);
  return toHostedSession(ctx, seen);
}

/**
 * Completes a proof from a wallet app on the same device, once the app has returned the person to
 * the browser that made the request.
 * @param code the code that the app received
 * @throws AppError CONFLICT for a wrong code
 */
export const returnFromWallet = async (
  ctx: Context,
  proof: BrowserProof,
  code: string,
): Promise<HostedSession> => {
  const codeHash = await sha256Hex(code);
  return callSession(ctx, proof, (stub, browserHash) =>
    stub.meetProof({ act: 'return', browserHash, codeHash }),
  );
};

/**
 * Judges a response that a wallet posted directly (OpenID4VP 1.0, 8.2). The page displays why a
 * response was refused; the wallet does not learn the reason.
 * @param token the token in the address that the wallet posted to
 * @param form the unparsed body
 * @returns the address that the wallet sends the person to, if the page is on the same device;
 *   `refused` for a response that proves nothing
 * @throws AppError NOT_FOUND, the same for every address without an open offer; UNAVAILABLE
 */
export async function receiveWalletResponse(
  ctx: Context,
  token: string,
  form: string,
): Promise<{ redirectUri?: string } | 'refused'> {
  const sessionId = walletSessionOf(token);
  const stub = sessionId === undefined ? undefined : ctx.objects.session(sessionId);
  if (stub === undefined) throw notFound();
  const caller = { linkHash: await sha256Hex(parseToken(token)?.secret ?? '') };
  const code = randomToken(32);
  const answer = { form };
  const { record } = await judgeAnswer(ctx, stub, caller, answer, await sha256Hex(code)).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'CONFLICT' ? notFound() : error;
    },
  );
  if (record.current.wallet?.shown !== undefined) {
    const init = await tokenOf(ctx, INIT_TOKEN, record.id, record.secrets.initHash);
    return { redirectUri: `${pageOf(ctx, init)}#wallet=${code}` };
  }
  const { problem } = record.current;
  const isRefused = record.checks.wallet !== true && problem !== 'wallet_declined';
  return isRefused ? 'refused' : {};
}

/**
 * @param token the token in an offer's URL
 * @returns the session's id, 64 hex digits; undefined if the text is not an offer's token
 */
export function walletSessionOf(token: string): string | undefined {
  const parsed = parseToken(token);
  return parsed?.prefix === WALLET_OFFER_TOKEN ? parsed.objectId : undefined;
}

async function judgeAnswer(
  ctx: Context,
  stub: SessionStub,
  caller: WalletCaller,
  answer: WalletAnswer,
  codeHash?: string,
) {
  const { wallet } = ctx;
  if (wallet === undefined) throw notOffered();
  const taken = await stub.meetProof({ act: 'answer', by: caller });
  if (!taken.ok && taken.reason === 'conflict') logIncident('wallet_refused', OFFER_GONE);
  const { record } = unwrap(taken);
  const offer = record.current.wallet?.offer;
  if (offer === undefined) throw notOffered();
  const { nonce } = offer;
  const judge = async () => {
    const anchors = await readAnchors(ctx);
    const nowMs = ctx.now();
    const verdict = await answerInTime(
      wallet.judge({ offer: withoutMark(offer), answer, anchors, nowMs, isTest: record.test }),
    );
    const hash = await ledgerHash(ctx);
    const withdrawal = verdict.ok ? await findWithdrawal(ctx, verdict.facts) : undefined;
    const found = {
      nonce,
      verdict,
      ...(withdrawal !== undefined && { withdrawal }),
      ...(verdict.ok && { key: await hash(verdict.facts.deviceKeyHash) }),
      ...(codeHash !== undefined && { codeHash }),
    };
    const session = await hash(record.id);
    return stub.meetProof({ act: 'conclude', by: caller, found, session });
  };
  const concluded = await postponeOnFailure('wallet_worker_unavailable', judge(), () =>
    stub.meetProof({ act: 'postpone', by: caller, nonce }),
  );
  return unwrap(concluded);
}

/**
 * The log entry for a response that the session is not waiting for. The session logs every other
 * refusal (objects/session/proofs.ts).
 */
const OFFER_GONE = { code: 'offer_gone' };

/**
 * Returns the offer in the form that the wallet Worker needs: without `answeredAtMs`, which the
 * session sets to mark the offer as answered.
 */
const withoutMark = ({
  answeredAtMs: _mark,
  ...offer
}: NonNullable<SessionRecord['current']['wallet']>['offer']) => offer;

/** The number of hex digits of a hash that are kept: enough to distinguish all credentials. */
const HEX_DIGITS = 32;

/**
 * Returns a function that creates keyed hashes for the ledger of presented credentials; without
 * KEY_ENCRYPTION_KEY the hashes reveal nothing.
 */
async function ledgerHash({ config }: Context): Promise<(of: string) => Promise<string>> {
  const { current } = await deriveKeys(config.keyEncryptionKey, 'shown-credentials');
  return async (of) => (await hmacHex(current, of)).slice(0, HEX_DIGITS);
}
