// A wallet whose issuer is on the operators' list of trusted issuers, for tests of complete
// sessions. In these tests, the service calls the wallet Worker's functions directly instead of a
// separate Worker.
import { env, exports } from 'cloudflare:workers';
import { sha256Hex } from '../../../src/crypto/hash.ts';
import { judge } from '../../../src/workers/wallet/judge.ts';
import { makeOffer } from '../../../src/workers/wallet/make-offer.ts';
import { readAnchor } from '../../../src/workers/wallet/read-anchor.ts';
import { readStatusList } from '../../../src/workers/wallet/read-status-list.ts';
import type {
  MadeOffer,
  WalletAnswer,
  WalletJudge,
  WalletProtocol,
} from '../../../src/wallet/wallet-wire.ts';
import type { TestBrowser } from './hosted.ts';
import { issue, type Issued, type Order } from '../wallet/issuer.ts';
import { type Certified, derOf, makeAuthority, makeSigner } from '../wallet/pki.ts';
import { answer, type Deviation } from '../wallet/wallet.ts';

const HOUR_MS = 3_600_000;
const ORIGIN = 'http://localhost:8787';

export const JUDGE: WalletJudge = {
  makeOffer,
  judge,
  readAnchor,
  readStatusList,
  health: async () => ({ ok: true }),
};

/** @param judge_ stands in for the wallet Worker; by default the Worker's own functions */
export const bindWallet = (judge_: WalletJudge | undefined = JUDGE): void =>
  void Object.assign(env, { WALLET: judge_ });

/** Deletes the binding, because a binding whose value is undefined would still exist. */
export const unbindWallet = (): void => void Reflect.deleteProperty(env, 'WALLET');

/** Returns a validity period that includes the current time. */
const period = () => ({
  notBefore: new Date(Date.now() - 24 * HOUR_MS),
  notAfter: new Date(Date.now() + 24 * HOUR_MS),
});

/**
 * Posts a form as a wallet does.
 * @param fetch the function that calls the service; by default, it calls the service with the
 *   tests' configuration
 */
export async function postForm(
  uri: string,
  form: string,
  type = 'application/x-www-form-urlencoded',
  fetch = (request: Request): Promise<Response> => exports.default.fetch(request),
) {
  const request = new Request(uri, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: form,
  });
  const response = await fetch(request);
  return { status: response.status, body: await response.json<Record<string, string>>() };
}

export class TrustedWallet {
  readonly authority: Certified;
  readonly signer: Certified;
  readonly anchorId: string;

  private constructor(authority: Certified, signer: Certified, anchorId: string) {
    this.authority = authority;
    this.signer = signer;
    this.anchorId = anchorId;
  }

  /** @param docTypes the document types for which the operator trusts the wallet's authority */
  static async make(
    docTypes: readonly string[] = ['eu.europa.ec.av.1', 'org.iso.18013.5.1.mDL'],
  ): Promise<TrustedWallet> {
    const name = `CN=Quarry Authority ${crypto.randomUUID()},C=UT`;
    const authority = await makeAuthority({ name, ...period() });
    const signer = await makeSigner(authority, period());
    const id = `wan_${crypto.randomUUID()}`;
    const certificate = Buffer.from(derOf(authority)).toString('base64');
    await env.DB.prepare(
      `INSERT INTO wallet_anchors (id, name, certificate, sha256, subject, doc_types, not_after_ms, added_at_ms)
       VALUES (?, 'Quarry', ?, ?, ?, ?, ?, ?)`,
    )
      .bind(
        id,
        certificate,
        await sha256Hex(certificate),
        name,
        JSON.stringify(docTypes),
        Date.now() + 24 * HOUR_MS,
        Date.now(),
      )
      .run();
    return new TrustedWallet(authority, signer, id);
  }

  /** @param signer signs the credential; by default the trusted issuer's signer */
  issue(order: Order = {}, signer = this.signer): Promise<Issued> {
    const validity = {
      signed: new Date(Date.now() - HOUR_MS),
      validFrom: new Date(Date.now() - HOUR_MS),
      validUntil: new Date(Date.now() + HOUR_MS),
      ...order.validity,
    };
    return issue(signer, { ...order, validity });
  }

  /** Answers an offer with the given credential or, by default, with a new one. */
  async answer(
    offered: Offered,
    protocol: WalletProtocol,
    { issued, order, ...deviation }: Deviation & { issued?: Issued; order?: Order } = {},
  ): Promise<WalletAnswer> {
    return answer(madeOf(offered), protocol, issued ?? (await this.issue(order)), deviation);
  }

  /** Proves an age through the browser, from the offer to the verdict. */
  async prove(
    browser: TestBrowser,
    options: Parameters<TrustedWallet['answer']>[2] & { credential?: string; gate?: number } = {},
  ) {
    const { credential, gate, ...others } = options;
    const offered = await offer(browser, {
      ...(credential && { credential }),
      ...(gate && { gate }),
    });
    const answered = await this.answer(offered, 'org-iso-mdoc', others);
    return browser.step('wallet/answer', answered);
  }
}

type Offered = Pick<MadeOffer, 'requests' | 'links'>;

/** Converts an offer that the page has received into the form that the tests' wallets expect. */
export const madeOf = (offered: Offered): MadeOffer =>
  ({ ok: true, offer: { origin: ORIGIN }, ...offered }) as unknown as MadeOffer;

export const offer = async (
  browser: TestBrowser,
  wish: Record<string, unknown> = {},
): Promise<Offered> => (await tryOffer(browser, wish)).body.data;

export const tryOffer = (browser: TestBrowser, wish: Record<string, unknown> = {}) =>
  browser.step('wallet/offer', { credential: 'eu_av', gate: 18, way: 'browser', ...wish });

/** Returns the URI to which the offer's link tells the wallet to post its response. */
export const responseUriOf = ({ links: { av = '' } }: Offered): string =>
  new URLSearchParams(av.slice(av.indexOf('?') + 1)).get('response_uri') ?? '';
