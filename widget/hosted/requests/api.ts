// The page's client for /v/sessions. It sends text and numbers. Only three calls send pictures:
// `revealPictures` sends the committed pictures that the server requested (D-80), `submitDocument`
// (document.ts) sends the pictures of a document (D-91), and `requestReview` sends the pictures for
// a reviewer (D-95).
import type { RevealStep } from '../../../src/vision/face/face-wire.ts';
import type { DuePicture } from '../engine/kept-pictures.ts';
import type {
  AccountOffer,
  AgeSubmission,
  Challenge,
  ChallengeRequest,
  ContestLink,
  HandoffLink,
  LivenessSubmission,
  SandboxBody,
  SessionView,
} from './wire.ts';

declare global {
  interface Window {
    /** The response to the request that opening.ts has sent, until the main script uses it. */
    opening?: Promise<Response>;
    /**
     * Identifies this page's attempt to open a link. Until the page has the cookie, only this
     * identifier lets it try again.
     */
    attempt?: string;
  }
}

/** `code` is the server's error code; `NETWORK` means that there was no usable response. */
export class ApiError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/** @returns the code of an ApiError; empty for any other error */
export function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : '';
}

type Envelope<T> =
  | { success: true; data: T }
  | { success: false; error: { code: string; message: string } };

const TIMEOUT_MS = 15_000;
/** The timeout for a document's pictures: enough to send 2 MB over 3G and to read the document. */
export const UPLOAD_MS = 60_000;
/** The pause before each repetition of a request that got no response. */
const RETRY_DELAYS_MS = [400, 1_200];

/** Redeems the link's token. The first attempt uses the request that opening.ts may have sent. */
export const openLink = (token: string) =>
  repeat(() => {
    const answer = window.opening ?? requestOpening(token);
    delete window.opening;
    return read<SessionView>(answer);
  });
export const viewSession = (id: string) => repeat(() => peekSession(id));
/** Reads the session. Does not retry, because the callers soon read the session again anyway. */
export const peekSession = (id: string) => send<SessionView>('GET', path(id));
export const giveConsent = (id: string, shown: object) =>
  repeat(() => send<SessionView>('POST', path(id, 'consent'), { biometric: true, ...shown }));
/** Switches between a document and an estimate. */
export const chooseWay = (id: string, way: 'face' | 'document') =>
  repeat(() => send<SessionView>('POST', path(id, 'way'), { way }));
export const cancelSession = (id: string) =>
  repeat(() => send<SessionView>('POST', path(id, 'cancel'), {}));
/** Ends the session because the visitor cannot do what the check requires. */
export const requestAssistance = (id: string) =>
  repeat(() => send<SessionView>('POST', path(id, 'assistance'), {}));
/** Requests more time. This is never retried, because a session grants only a few extensions. */
export const extendSession = (id: string) => send<SessionView>('POST', path(id, 'extension'), {});
/** Reports that the camera has delivered its first picture; used only for the operator's funnel. */
export const noteCamera = (id: string) => send<SessionView>('POST', path(id, 'camera'), {});
/** Creates a link that moves the session to a phone; an older link stops working. */
export const offerHandoff = (id: string) =>
  repeat(() => send<HandoffLink>('POST', path(id, 'handoff'), {}));
/** Redeems a hand-off link on a phone. For a minute, the same page may repeat the request. */
export const joinHandoff = (token: string) =>
  repeat(() => send<SessionView>('POST', '/v/handoffs', { token, attempt: nameAttempt() }));
/**
 * Submits the code. A wrong code counts as an attempt, but the same wrong code counts only once.
 * @param code the computer's code, four digits
 */
export const confirmHandoff = (id: string, code: string) =>
  repeat(() => send<SessionView>('POST', path(id, 'handoff/confirm'), { code }));
/** Returns the session to the computer, from either device. */
export const endHandoff = (id: string) =>
  repeat(() => send<SessionView>('POST', path(id, 'handoff/end'), {}));
export const settleSandbox = (id: string, body: SandboxBody) =>
  send<SessionView>('POST', path(id, 'sandbox'), body);
/** Reads what the account offers for this check. The check continues even without a response. */
export const readAccountOffer = (id: string) => send<AccountOffer>('GET', path(id, 'account'));
/** Passes the check with the age that the account has already proven. */
export const reuseVerifiedAge = (id: string) =>
  send<SessionView>('POST', path(id, 'account/reuse'), {});
/** Stores the result in the visitor's account. The request is not retried. */
export const keepVerifiedAge = (id: string) => send<object>('POST', path(id, 'account/keep'), {});
/** Requests a challenge. Each call uses one of the session's challenges. */
export const requestChallenge = (id: string, wishes: ChallengeRequest) =>
  repeat(() => send<Challenge>('POST', path(id, 'liveness/challenge'), wishes), [800]);
/** A submission counts as an attempt, so the request is never repeated blindly. */
export const submitLiveness = (id: string, submission: LivenessSubmission) =>
  send<SessionView>('POST', path(id, 'liveness'), submission);
/** A submission counts as an attempt, so the request is never repeated blindly. */
export const submitAge = (id: string, submission: AgeSubmission) =>
  send<SessionView>('POST', path(id, 'age'), submission);
/**
 * Sends the pictures that the server requested. May be repeated if the response is lost.
 * @param pictures all pictures that the view's `reveal` requests
 */
export const revealPictures = (id: string, step: RevealStep, pictures: readonly DuePicture[]) => {
  const form = new FormData();
  form.set('step', step);
  for (const [t, jpeg] of pictures) form.set(String(t), new Blob([jpeg], { type: 'image/jpeg' }));
  return send<SessionView>('POST', path(id, 'pictures'), form);
};

/**
 * Starts another check, decided by a document instead of the estimate. The request is safe to
 * repeat: the same page gets the same response.
 * @returns the link of that check
 */
export const contestSession = (id: string) =>
  repeat(() => send<ContestLink>('POST', path(id, 'contest'), { embedded: isFramed() }));

/**
 * The JPEGs for a reviewer: the pictures of the document that have already been sent, and a new
 * picture of the face.
 */
export interface ReviewUpload {
  page: Blob;
  front?: Blob;
  face: Blob;
}

/**
 * Asks a reviewer of the site to decide. The request is safe to repeat: a lost response can be
 * requested again.
 */
export const requestReview = (id: string, { page, front, face }: ReviewUpload) => {
  const form = new FormData();
  form.set('page', page);
  if (front) form.set('front', front);
  form.set('face', face);
  return send<SessionView>('POST', path(id, 'review'), form, UPLOAD_MS);
};
/** Declines the review: the session fails as it would have without the offer of a review. */
export const declineReview = (id: string) =>
  repeat(() => send<SessionView>('POST', path(id, 'review/decline'), {}));
/**
 * Lets the visitor photograph the document again, because this page has lost the document's
 * pictures.
 */
export const showDocumentAgain = (id: string) =>
  repeat(() => send<SessionView>('POST', path(id, 'review/show'), {}));
/** Continues after a reviewer has asked to see more. */
export const resumeSession = (id: string) =>
  repeat(() => send<SessionView>('POST', path(id, 'review/resume'), {}));

/** The URL of the receipt, a file that the browser downloads directly. */
export const receiptPath = (id: string): string => path(id, 'receipt');

export function path(id: string, rest?: string): string {
  return `/v/sessions/${encodeURIComponent(id)}${rest ? `/${rest}` : ''}`;
}

export const send = <T>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: unknown,
  timeoutMs?: number,
): Promise<T> => read<T>(sendRequest(method, url, body, timeoutMs));

async function read<T>(answer: Promise<Response>): Promise<T> {
  const response = await answer.catch((cause: unknown) => {
    throw new ApiError('NETWORK', String(cause));
  });
  const envelope = await readEnvelope<T>(response);
  if (envelope.success) return envelope.data;
  throw new ApiError(envelope.error.code, envelope.error.message);
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T>> {
  try {
    return (await response.json()) as Envelope<T>;
  } catch {
    const code = response.status >= 500 ? 'INTERNAL_ERROR' : 'NETWORK';
    return { success: false, error: { code, message: `HTTP ${response.status}` } };
  }
}

export async function repeat<T>(attempt: () => Promise<T>, delaysMs = RETRY_DELAYS_MS): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'NETWORK' || !navigator.onLine)
        throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, delayMs);
      });
    }
  }
  return attempt();
}

/** @throws TypeError or DOMException when there is no response; any status is a response */
function sendRequest(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  return fetch(url, {
    method,
    ...(body instanceof FormData
      ? { body }
      : body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Redeems a link. A repeat by the same browser or page returns the running session. */
export function requestOpening(token: string): Promise<Response> {
  const touch = navigator.maxTouchPoints > 1;
  const body = { token, embedded: isFramed(), touch, attempt: nameAttempt() };
  return sendRequest('POST', '/v/sessions', body);
}

export const isFramed = (): boolean => window.parent !== window;

const nameAttempt = (): string => (window.attempt ??= randomName());

/** 128 random bits, in hexadecimal digits. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
