// An invented issuer of age attestations and driving licences, by @owf/mdoc, which is no code of ours.
import {
  CoseKey,
  DeviceKey,
  Issuer,
  type IssuerSigned,
  SignatureAlgorithm,
  type ValidityInfo,
} from '@owf/mdoc';
import { CREDENTIALS, type Credential } from '../../../src/wallet/age-claims.ts';
import { exportKey, makePair } from './keys.ts';
import { mdocContext } from './mdoc-context.ts';
import { type Certified, derOf, NOW_MS } from './pki.ts';

const DAY_MS = 86_400_000;

export interface Issued {
  docType: string;
  namespace: string;
  issuerSigned: IssuerSigned;
  deviceKey: JsonWebKey;
}

export interface Order {
  credential?: Credential;
  /** Instead of those of the credential. */
  docType?: string;
  namespace?: string;
  claims?: Record<string, unknown>;
  validity?: Partial<Pick<ValidityInfo, 'signed' | 'validFrom' | 'validUntil'>>;
  digestAlgorithm?: 'SHA-256' | 'SHA-384' | 'SHA-512';
  /** Above the signer. */
  authorities?: readonly Certified[];
  /** That signs, while the certificate is the signer's. */
  forger?: Certified;
}

export async function issue(signer: Certified, order: Order = {}): Promise<Issued> {
  const rules = CREDENTIALS[order.credential ?? 'eu_av'];
  const { docType = rules.docType, namespace = rules.namespace } = order;
  const pair = await makePair('P-256');
  const issuer = new Issuer(docType, mdocContext);
  issuer.addIssuerNamespace(namespace, order.claims ?? { age_over_18: true });
  const signed = new Date(NOW_MS - 3_600_000);
  const issuerSigned = await issuer.sign({
    signingKey: CoseKey.fromJwk({ ...(await exportKey((order.forger ?? signer).key.privateKey)) }),
    certificates: [signer, ...(order.authorities ?? [])].map(derOf),
    algorithm: SignatureAlgorithm.ES256,
    digestAlgorithm: order.digestAlgorithm ?? 'SHA-256',
    deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...(await exportKey(pair.publicKey)) }) },
    validityInfo: {
      signed,
      validFrom: signed,
      validUntil: new Date(NOW_MS + 30 * DAY_MS),
      ...order.validity,
    },
  });
  return { docType, namespace, issuerSigned, deviceKey: await exportKey(pair.privateKey) };
}
