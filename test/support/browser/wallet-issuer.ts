// A credential issuer, which the demo's operator trusts by default, and responses of wallets that
// hold a credential from it.
import { inject } from 'vitest';
import type { MadeOffer, WalletAnswer, WalletProtocol } from '../../../src/wallet/wallet-wire.ts';
import { issue, type Order } from '../wallet/issuer.ts';
import { type Certified, derOf, makeAuthority, makeSigner } from '../wallet/pki.ts';
import { answer, type Deviation } from '../wallet/wallet.ts';
import { askAdmin } from './operator-calls.ts';

const HOUR_MS = 3_600_000;

const period = () => ({
  notBefore: new Date(Date.now() - 24 * HOUR_MS),
  notAfter: new Date(Date.now() + 24 * HOUR_MS),
});

/** The wallet requests that the service sent to a page. */
type Offered = Pick<MadeOffer, 'requests' | 'links'>;

export class WalletIssuer {
  readonly #signer: Certified;

  private constructor(signer: Certified) {
    this.#signer = signer;
  }

  /** @param isTrusted whether the demo's operator trusts the issuer */
  static async make(isTrusted = true): Promise<WalletIssuer> {
    const authority = await makeAuthority({
      name: `CN=Quarry Authority ${crypto.randomUUID()},C=UT`,
      ...period(),
    });
    const signer = await makeSigner(authority, period());
    if (isTrusted) await list(authority);
    return new WalletIssuer(signer);
  }

  async answer(
    offered: Offered,
    protocol: WalletProtocol,
    { claims, ...deviation }: Deviation & Pick<Order, 'claims'> = {},
  ): Promise<WalletAnswer> {
    const issued = await issue(this.#signer, {
      ...(claims && { claims }),
      validity: {
        signed: new Date(Date.now() - HOUR_MS),
        validFrom: new Date(Date.now() - HOUR_MS),
        validUntil: new Date(Date.now() + HOUR_MS),
      },
    });
    const { origin } = new URL(inject('demo').base_url);
    const made = { ok: true, offer: { origin }, ...offered } as unknown as MadeOffer;
    return answer(made, protocol, issued, deviation);
  }
}

async function list(authority: Certified): Promise<void> {
  const answered = await askAdmin(
    inject('demo'),
    '/wallet/anchors',
    {
      name: 'Quarry',
      certificate: Buffer.from(derOf(authority)).toString('base64'),
      doc_types: ['eu.europa.ec.av.1'],
    },
    inject('operatorToken'),
  );
  if (!answered.success) throw new Error(JSON.stringify(answered));
}
