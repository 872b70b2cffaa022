// A wallet built from two third-party libraries: @openid4vc/openid4vp reads the link and posts the
// response, and @auth0/mdl issues the credential and presents it.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeviceResponse, Document, type IssuerSignedDocument, MDoc } from '@auth0/mdl';
import { Openid4vpClient } from '@openid4vc/openid4vp';
import { cborEncode, DataItem } from '@owf/mdoc';
import {
  base64url,
  calculateJwkThumbprint,
  CompactEncrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { type Certified, derOf } from './pki.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());

interface ForeignCredential {
  docType: string;
  namespace: string;
  document: IssuerSignedDocument;
  deviceKey: JWK;
}

/** @param signer a signer with a P-256 or P-384 key */
export async function issueElsewhere(
  signer: Certified,
  order: {
    docType: string;
    namespace: string;
    claims: Record<string, unknown>;
    signed: Date;
    validUntil: Date;
  },
): Promise<ForeignCredential> {
  const { docType, namespace, claims, signed, validUntil } = order;
  const device = await generateKeyPair('ES256', { extractable: true });
  const alg = signer.algorithm.namedCurve === 'P-384' ? 'ES384' : 'ES256';
  const issuerPrivateKey = await crypto.subtle.exportKey('jwk', signer.key.privateKey);
  const body = Buffer.from(derOf(signer)).toString('base64');
  const document = await new Document(docType)
    .addIssuerNameSpace(namespace, claims)
    .useDigestAlgorithm('SHA-256')
    .addValidityInfo({ signed, validFrom: signed, validUntil })
    .addDeviceKeyInfo({ deviceKey: await exportJWK(device.publicKey) })
    .sign({
      issuerPrivateKey: { ...issuerPrivateKey, kid: 'k', alg },
      issuerCertificate: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
      alg,
      kid: 'k',
    });
  return { docType, namespace, document, deviceKey: await exportJWK(device.privateKey) };
}

/** @param transcript the session transcript, encoded as CBOR */
async function presentElsewhere(
  { docType, namespace, document, deviceKey }: ForeignCredential,
  element: string,
  transcript: Uint8Array,
): Promise<string> {
  const response = await DeviceResponse.from(new MDoc([document]))
    .usingPresentationDefinition({
      id: 'request',
      input_descriptors: [
        {
          id: docType,
          format: { mso_mdoc: { alg: ['ES256'] } },
          constraints: {
            limit_disclosure: 'required',
            fields: [{ path: [`$['${namespace}']['${element}']`], intent_to_retain: false }],
          },
        },
      ],
    })
    .usingSessionTranscriptBytes(Buffer.from(cborEncode(DataItem.fromBuffer(transcript))))
    .authenticateWithSignature({ ...deviceKey, alg: 'ES256', kid: 'd' }, 'ES256')
    .sign();
  return base64url.encode(response.encode());
}

/** Starts an endpoint that wallets can post to, and collects the request bodies in `bodies`. */
export async function receive(): Promise<{ uri: string; bodies: string[]; stop: () => void }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { uri: `http://127.0.0.1:${port}/response`, bodies, stop: () => server.close() };
}

const client = new Openid4vpClient({
  callbacks: {
    hash: (data: Uint8Array, algorithm: string) =>
      createHash(algorithm.replace('-', '').toLowerCase()).update(data).digest(),
    generateRandom: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
    fetch,
    encryptJwe: async (encryptor: { alg: string; enc: string; publicJwk: JWK }, data: string) => ({
      encryptionJwk: encryptor.publicJwk,
      jwe: await new CompactEncrypt(new TextEncoder().encode(data))
        .setProtectedHeader({
          alg: encryptor.alg,
          enc: encryptor.enc,
          kid: encryptor.publicJwk.kid ?? '',
        })
        .encrypt(await importJWK(encryptor.publicJwk, encryptor.alg)),
    }),
  } as never,
});

interface PresentationRequest {
  client_id: string;
  nonce: string;
  response_uri: string;
  client_metadata?: { jwks?: { keys: JWK[] } };
  dcql_query: { credentials: [{ id: string; claims: [{ path: string[] }] }] };
}

/**
 * Opens a link and posts the presentation that the link requests. If a `nonce` is passed, the
 * wallet signs it instead of the link's nonce.
 */
export const openLink = (
  link: string,
  credential: ForeignCredential,
  { nonce: other }: { nonce?: string } = {},
): Promise<void> =>
  openLinkWith(link, ({ client_id, nonce, response_uri, dcql_query }, thumbprint) => {
    const info = [client_id, other ?? nonce, thumbprint, response_uri];
    const transcript = [null, null, ['OpenID4VPHandover', sha256(cborEncode(info))]];
    const [{ claims }] = dcql_query.credentials;
    const [{ path }] = claims;
    return presentElsewhere(credential, path.at(-1) ?? '', cborEncode(transcript));
  });

/**
 * @param present creates the presentation to post; `thumbprint` is the thumbprint of the response's
 *   encryption key
 */
export async function openLinkWith(
  link: string,
  present: (asked: PresentationRequest, thumbprint: Uint8Array | null) => Promise<string>,
): Promise<void> {
  const parsed = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link });
  const resolved = await client.resolveOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: parsed.params,
  });
  const request = resolved.authorizationRequestPayload;
  const asked = request as unknown as PresentationRequest;
  const [key] = asked.client_metadata?.jwks?.keys ?? [];
  const thumbprint = key ? base64url.decode(await calculateJwkThumbprint(key)) : null;
  const presentation = await present(asked, thumbprint);
  const [{ id }] = asked.dcql_query.credentials;
  const metadata = {
    authorization_encryption_alg_values_supported: ['ECDH-ES'],
    authorization_encryption_enc_values_supported: ['A128GCM', 'A256GCM'],
  };
  const answered = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request,
    clientId: asked.client_id,
    authorizationResponsePayload: { vp_token: { [id]: [presentation] } },
    ...(key && { jarm: { encryption: { nonce: 'n' }, serverMetadata: metadata } }),
  } as never);
  await client.submitOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: request,
    authorizationResponsePayload: answered.authorizationResponsePayload,
    jarm: answered.jarm,
  } as never);
}
