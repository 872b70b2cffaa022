// An invented issuer of age attestations and driving licences, built with the third-party library
// @owf/mdoc.
import {
  cborDecode,
  cborEncode,
  CoseKey,
  DataItem,
  DeviceKey,
  Issuer,
  IssuerAuth,
  IssuerSigned,
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
  /** `docType` and `namespace` override the document type and the namespace of the `credential`. */
  docType?: string;
  namespace?: string;
  claims?: Record<string, unknown>;
  validity?: Partial<Pick<ValidityInfo, 'signed' | 'validFrom' | 'validUntil'>>;
  digestAlgorithm?: 'SHA-256' | 'SHA-384' | 'SHA-512';
  /** The certificate chain above the signer's certificate. */
  authorities?: readonly Certified[];
  /** A forger whose key signs the credential although the signer's certificate is presented. */
  forger?: Certified;
  /** The credential's index in the issuer's status list at this URI. */
  status?: { uri: string; index: number };
}

export async function issue(signer: Certified, order: Order = {}): Promise<Issued> {
  const rules = CREDENTIALS[order.credential ?? 'eu_av'];
  const { docType = rules.docType, namespace = rules.namespace } = order;
  const pair = await makePair('P-256');
  const issuer = new Issuer(docType, mdocContext);
  issuer.addIssuerNamespace(namespace, order.claims ?? { age_over_18: true });
  const signed = new Date(NOW_MS - 3_600_000);
  const signingKey = CoseKey.fromJwk({
    ...(await exportKey((order.forger ?? signer).key.privateKey)),
  });
  const plain = await issuer.sign({
    signingKey,
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
  const { status } = order;
  const issuerSigned = status ? await signAgain(plain, signingKey, status) : plain;
  return { docType, namespace, issuerSigned, deviceKey: await exportKey(pair.privateKey) };
}

/**
 * Inserts a status into the signed payload and signs the payload again, because the library cannot
 * issue a credential with a status.
 */
async function signAgain(
  { issuerAuth, issuerNamespaces }: IssuerSigned,
  signingKey: CoseKey,
  { uri, index }: NonNullable<Order['status']>,
): Promise<IssuerSigned> {
  const payload = issuerAuth.payload ?? new Uint8Array();
  const item = cborDecode<DataItem<Map<string, unknown>>>(payload, {
    unwrapTopLevelDataItem: false,
  });
  const list = new Map<string, unknown>([
    ['idx', index],
    ['uri', uri],
  ]);
  const object = new Map(item.data).set('status', new Map([['status_list', list]]));
  const { protectedHeaders, unprotectedHeaders } = issuerAuth;
  const signed = {
    payload: cborEncode(DataItem.fromData(object)),
    protectedHeaders,
    unprotectedHeaders,
    signingKey,
    algorithm: SignatureAlgorithm.ES256,
  };
  const again = await IssuerAuth.create(signed, mdocContext);
  return IssuerSigned.create({
    issuerNamespaces,
    issuerAuth: again,
  });
}
