// Faces as a second factor.
import type { Transport } from './transport.ts';
import type {
  WireFaceAccepted,
  WireFaceChallenge,
  WireFaceSession,
  WireFaceSessionRequest,
  WireFaceUser,
} from './wire.ts';

export type FaceAccepted = WireFaceAccepted;
export type FaceSession = WireFaceSession;
export type FaceSessionRequest = WireFaceSessionRequest;
export type FaceChallenge = WireFaceChallenge;
export type FaceUser = WireFaceUser;

export interface FaceRequest {
  /** Your own id for the person. */
  user_id: string;
  /** A JPEG in base64, at most 10,000,000 characters. */
  image: string;
}

/**
 * Faces as a second factor. A single picture does not prove that a live person is present, so
 * always combine a face with another factor.
 */
export class Faces {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Enrols a face. Afterwards, call `challenge` until the status is no longer `processing`.
   * @param idempotencyKey the same as for `Verifications.init`
   */
  async register(
    request: FaceRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<FaceAccepted> {
    return this.#send('/verify/v1/2fa/register', request, idempotencyKey);
  }

  /**
   * Compares a picture with the enrolled face. Call `challenge` for the outcome: `passed` is true
   * if the faces match.
   * @param idempotencyKey the same as for `Verifications.init`
   */
  async verify(
    request: FaceRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<FaceAccepted> {
    return this.#send('/verify/v1/2fa/verify', request, idempotencyKey);
  }

  /**
   * Creates a page on which a person enrols live in front of the camera, or is compared live with
   * the enrolled face. Call `challenge` for the outcome.
   * @param idempotencyKey the same as for `Verifications.init`
   */
  async begin(
    { user_id, kind, callback_url }: FaceSessionRequest,
    { idempotencyKey = crypto.randomUUID() }: { idempotencyKey?: string } = {},
  ): Promise<FaceSession> {
    return this.#transport.call<FaceSession>({
      method: 'POST',
      path: '/verify/v1/2fa/sessions',
      body: { user_id, kind, callback_url },
      idempotencyKey,
      isIdempotent: true,
    });
  }

  /** Reads a challenge. Base your decision on `passed === true` alone. */
  async challenge(challengeId: string): Promise<FaceChallenge> {
    const path = `/verify/v1/2fa/status/${encodeURIComponent(challengeId)}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  async user(userId: string): Promise<FaceUser> {
    const path = `/verify/v1/2fa/users/${encodeURIComponent(userId)}`;
    return this.#transport.call({ method: 'GET', path, isIdempotent: true });
  }

  /** Erases the person's face and challenges; succeeds even when there is nothing to erase. */
  async erase(userId: string): Promise<void> {
    const path = `/verify/v1/2fa/users/${encodeURIComponent(userId)}`;
    await this.#transport.call({ method: 'DELETE', path, isIdempotent: true });
  }

  #send(path: string, { user_id, image }: FaceRequest, idempotencyKey: string) {
    const body = { user_id, image };
    return this.#transport.call<FaceAccepted>({
      method: 'POST',
      path,
      body,
      idempotencyKey,
      isIdempotent: true,
    });
  }
}
