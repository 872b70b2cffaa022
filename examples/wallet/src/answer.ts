// Responds to a request: issues a document for this one presentation, presents it, and posts the
// presentation (OpenID4VP 1.0, 8.2 and 8.3, B.2).
import {
  CoseKey,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  Issuer,
  type IssuerSigned,
  ItemsRequest,
  SessionTranscript,
  SignatureAlgorithm,
} from '@owf/mdoc';
import {
  base64url,
  calculateJwkThumbprint,
  CompactEncrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import { type Authority, makeAuthority, makeSigner } from './authority.ts';
import { mdocContext } from './mdoc-context.ts';
import type { ProofRequest } from './read-request.ts';

/** The person's possible choices: a genuine proof, a faulty proof, or no proof. */
export const CHOICES = ['over', 'under', 'expired', 'forged', 'elsewhere', 'declined'] as const;
export type Choice = (typeof CHOICES)[number];

const DAY_MS = 86_400_000;

/** @returns the form to post */
export async function makeAnswer(
  request: ProofRequest,
  choice: Choice,
  authority: Authority,
): Promise<URLSearchParams> {
  const { queryId, state, key } = request;
  if (choice === 'declined') return new URLSearchParams({ error: 'access_denied', state });
  const issuer = choice === 'forged' ? await makeAuthority(Date.now()) : authority;
  const issued = await issue(request, choice, issuer);
  const token = { [queryId]: [base64url.encode(await present(request, choice, issued))] };
  if (key === undefined) return new URLSearchParams({ vp_token: JSON.stringify(token), state });
  return new URLSearchParams({ response: await encrypt({ vp_token: token, state }, key) });
}

interface Issued {
  document: IssuerSigned;
  /** The wallet's private key, which is used for this document only. */
  deviceKey: JWK;
}

/**
 * Issues a document that is valid for a week and was signed yesterday or, for the choice `expired`,
 * ten days ago.
 */
async function issue(
  { docType, namespace, elements }: ProofRequest,
  choice: Choice,
  authority: Authority,
): Promise<Issued> {
  const nowMs = Date.now();
  const signed = new Date(nowMs - (choice === 'expired' ? 10 : 1) * DAY_MS);
  const signer = await makeSigner(authority, docType, nowMs);
  const device = await generateKeyPair('ES256', { extractable: true });
  const issuer = new Issuer(docType, mdocContext);
  const isOver = choice !== 'under';
  issuer.addIssuerNamespace(namespace, Object.fromEntries(elements.map((one) => [one, isOver])));
  const document = await issuer.sign({
    signingKey: CoseKey.fromJwk({ ...signer.key }),
    certificates: [signer.certificate],
    algorithm: SignatureAlgorithm.ES256,
    digestAlgorithm: 'SHA-256',
    deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...(await exportJWK(device.publicKey)) }) },
    validityInfo: {
      signed,
      validFrom: signed,
      validUntil: new Date(signed.getTime() + 7 * DAY_MS),
    },
  });
  return { document, deviceKey: await exportJWK(device.privateKey) };
}

/**
 * @returns a DeviceResponse with the requested elements, signed with the wallet's key for this
 *   request only
 */
async function present(
  { docType, namespace, elements, ...request }: ProofRequest,
  choice: Choice,
  { document, deviceKey }: Issued,
): Promise<Uint8Array> {
  const asked = ItemsRequest.create({
    docType,
    namespaces: { [namespace]: Object.fromEntries(elements.map((one) => [one, false])) },
  });
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({
        docRequests: [DocRequest.create({ itemsRequest: asked })],
      }),
      issuerSigned: [document],
      sessionTranscript: await transcriptOf(request, choice),
      signature: { signingKey: CoseKey.fromJwk({ ...deviceKey, alg: 'ES256' }) },
    },
    mdocContext,
  );
  return response.encode();
}

/**
 * The response address that a stolen proof was created for. The thief replays the proof to the
 * service.
 */
const ELSEWHERE = 'https://elsewhere.example/response';

/**
 * The session transcript contains the requester, the response address and the nonce, so that a
 * proof for one request is useless for another.
 */
async function transcriptOf(
  {
    clientId,
    responseUri,
    nonce,
    key,
  }: Pick<ProofRequest, 'clientId' | 'responseUri' | 'nonce' | 'key'>,
  choice: Choice,
): Promise<SessionTranscript> {
  const place =
    choice === 'elsewhere'
      ? { clientId: `redirect_uri:${ELSEWHERE}`, responseUri: ELSEWHERE }
      : { clientId, responseUri };
  const jwkThumbprint = key && base64url.decode(await calculateJwkThumbprint(key));
  return SessionTranscript.forOid4Vp(
    { ...place, nonce, ...(jwkThumbprint && { jwkThumbprint }) },
    mdocContext,
  );
}

async function encrypt(content: object, key: JWK): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid ?? '' })
    .encrypt(await importJWK(key, 'ECDH-ES'));
}

export interface Reply {
  status: number;
  /** The response body, exactly as the service sent it. */
  body: string;
  /** The URL to which the person returns when the check was opened on this device. */
  redirectUri?: string;
}

/** Thrown when the address in the link does not respond. */
export class Unreachable extends Error {}

/** @throws Unreachable */
export async function post({ responseUri }: ProofRequest, form: URLSearchParams): Promise<Reply> {
  const response = await fetch(responseUri, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  }).catch((cause: unknown) => {
    throw new Unreachable(responseUri, { cause });
  });
  const body = await response.text();
  const redirectUri = response.ok ? redirectOf(body) : undefined;
  return { status: response.status, body, ...(redirectUri !== undefined && { redirectUri }) };
}

function redirectOf(body: string): string | undefined {
  try {
    const { redirect_uri: uri } = JSON.parse(body) as { redirect_uri?: unknown };
    return typeof uri === 'string' && /^https?:\/\//.test(uri) ? uri : undefined;
  } catch {
    return undefined;
  }
}
