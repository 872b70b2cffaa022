// Determines which proofs a session accepts (D-57): combines the tenant's settings with a request,
// and limits the result to what this service supports. Pure.
import {
  ASSURANCES,
  isAtLeast,
  LIVENESS_LEVELS,
  type Assurance,
  type LivenessLevel,
} from '../../../terms/age-proof.ts';
import { joinRechecks } from '../../../terms/recheck.ts';
import { needsDocument } from '../session/machine.ts';
import { canReadDocuments, placeOfMeasuring } from '../session/measured.ts';
import { type Workers, type AcceptMethod, ACCEPT_METHODS, isAvailable } from '../methods.ts';
import type { AcceptByLaw } from '../law/law.ts';
import type { SessionRequest } from './session-request.ts';
import type { Accept, AcceptSettings, SessionAccept } from './accepted.ts';

const availableMethods = ({ workers }: Kind): readonly AcceptMethod[] =>
  ACCEPT_METHODS.filter((method) => isAvailable(method, workers));

type Joined = { ok: true; accept: SessionAccept } | { ok: false; message: string };

/**
 * The inputs that determine a session's methods and where its face is measured: two members of the
 * request, and the available Workers.
 */
interface Kind extends Pick<SessionRequest, 'mode' | 'purpose'> {
  workers: Workers;
}

/**
 * @param kind the kind of session; `facial` accepts only a new check, `document` only a document
 * @param asked the request's additions; they narrow the settings and never widen them
 * @param law like `asked`, except that its list cannot enable methods that must be listed
 *   explicitly: the settings or the request must list those (D-157)
 * @returns the joined rules, or an error message for the caller when no method is left or the
 *   service does not support a requested method
 */
export function joinAccept(
  kind: Kind,
  settings: AcceptSettings,
  asked: Accept = {},
  law: AcceptByLaw = {},
): Joined {
  const available = availableMethods(kind);
  const strange = asked.methods?.find((method) => !available.includes(method));
  if (strange !== undefined)
    return refuse(`This service does not support these methods yet: ${strange}.`);
  const rechecks = joinRechecks(settings, asked, law);
  const methods = possibleMethods(kind, settings).filter(
    (method) =>
      isTaken(settings, method) &&
      isTaken(asked, method) &&
      isTaken(law, method) &&
      law.refuseMethods?.includes(method) !== true &&
      // If an age must be proven again on a new device, no key is accepted, because a key may have
      // been synced to that device.
      !(method === 'key' && rechecks.recheck?.includes('new_device') === true) &&
      (!ONLY_IF_NAMED.includes(method) || isNamed(settings, method) || isNamed(asked, method)),
  );
  const minAssurance = strictest(
    ASSURANCES,
    settings.minAssurance,
    asked.minAssurance,
    law.minAssurance,
  );
  const livenessLevel = strictest(
    LIVENESS_LEVELS,
    settings.livenessLevel,
    asked.livenessLevel,
    law.livenessLevel,
  );
  const noCamera = whyNoCamera(kind, methods, minAssurance, livenessLevel);
  // Without the camera, a wallet can still decide: it has a higher assurance than all other
  // methods, and needs no face.
  if (noCamera !== undefined && !methods.includes('wallet')) return refuse(noCamera);
  // The request's order may replace the order of the settings, because the order does not affect
  // which methods are accepted.
  const order = asked.order ?? settings.order;
  return {
    ok: true,
    accept: {
      methods,
      ...rechecks,
      minAssurance,
      livenessLevel,
      ...(order !== undefined && { order }),
      ...(noCamera !== undefined && { byWalletAlone: true as const }),
      ...(settings.ownerFace && { ownerFace: true as const }),
    },
  };
}

/** @returns why the camera's evidence could not decide the session; undefined when it could */
function whyNoCamera(
  kind: Kind,
  methods: readonly AcceptMethod[],
  minAssurance: Assurance,
  livenessLevel: LivenessLevel,
): string | undefined {
  const place = placeOfMeasuring(kind, kind.workers);
  const isRead = needsDocument(kind) && canReadDocuments(kind.workers);
  if (!isAtLeast(ASSURANCES, isRead ? 'document' : place, minAssurance))
    return whyNot(kind, minAssurance);
  if (livenessLevel === 'strict' && place !== 'edge')
    return 'Liveness at level strict must be measured at the edge, and this session is not.';
  const ownMethod = needsDocument(kind) ? 'document' : 'face';
  return methods.includes(ownMethod)
    ? undefined
    : `A session of this verification_mode and purpose must take ${ownMethod}.`;
}

const whyNot = ({ mode, workers }: Kind, asked: Assurance): string =>
  workers.face && asked === 'edge'
    ? `A session of verification_mode ${mode} is measured on the device.`
    : `This service cannot measure at ${asked} yet.`;

const refuse = (message: string): Joined => ({ ok: false, message });

const isTaken = ({ methods }: Accept, method: AcceptMethod): boolean =>
  methods === undefined || methods.includes(method);

/**
 * Methods that the settings or the request must list explicitly: a pass can be given away, and a
 * device can be shared (D-152, D-154).
 */
const ONLY_IF_NAMED: readonly AcceptMethod[] = ['pass', 'key'];

const isNamed = ({ methods }: Accept, method: AcceptMethod): boolean =>
  methods?.includes(method) === true;

/**
 * Returns the methods that this kind of session may accept. Only `auto` accepts more than one,
 * because in that mode a document may decide when an estimate cannot.
 */
function possibleMethods(kind: Kind, { agateId }: AcceptSettings): AcceptMethod[] {
  if (needsDocument(kind)) return ['document'];
  if (kind.mode !== 'auto') return ['face'];
  const others = availableMethods(kind).filter((method) => method !== 'account' || agateId);
  return [...others];
}

/** @param order all values, weakest first; the weakest applies when none is set */
function strictest<T>(order: readonly [T, ...T[]], ...said: (T | undefined)[]): T {
  return order.findLast((value) => said.includes(value)) ?? order[0];
}
