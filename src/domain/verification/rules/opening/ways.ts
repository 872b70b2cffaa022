// The methods that a session accepts, in the order that its page offers them, and the choice of a
// document instead of an estimate (D-156). Pure.
import { listAll } from '../../../terms/list-all.ts';
import type { AcceptMethod } from '../methods.ts';
import { isByWalletAlone, isFaceCheck, needsDocument } from '../session/machine.ts';
import type { SessionRecord } from '../session/session.ts';
import { isAtStep } from '../session/state.ts';

/**
 * The default order, which begins with the methods that are easiest for the visitor. In this order,
 * a document is requested only after an inconclusive estimate.
 */
export const USUAL_ORDER = listAll<AcceptMethod>()([
  'pass',
  'key',
  'account',
  'wallet',
  'face',
  'document',
]);

/** The two methods that use the camera; the person may choose between them if both are accepted. */
export const CHOSEN_WAYS = ['face', 'document'] as const;
export type ChosenWay = (typeof CHOSEN_WAYS)[number];

type SessionTerms = Pick<SessionRecord, 'request' | 'offer'>;

/**
 * @returns all methods that this session accepts, without duplicates, whether or not its visitor
 *   can use them
 */
export const waysOf = (record: SessionTerms): AcceptMethod[] =>
  [...new Set([...(record.request.accept?.order ?? []), ...USUAL_ORDER])].filter((method) =>
    isTaken(record, method),
  );

function isTaken(record: SessionTerms, method: AcceptMethod): boolean {
  const { request, offer } = record;
  switch (method) {
    case 'face':
      return isFaceCheck(record) || !(needsDocument(request) || isByWalletAlone(record));
    case 'document':
      return offer.documents !== undefined;
    case 'wallet':
      return offer.wallet !== undefined;
    case 'account':
    case 'pass':
    case 'key':
      return request.accept?.methods.includes(method) === true;
  }
}

/**
 * Whether the person may show a document immediately. This requires that the customer's order lists
 * documents before the estimate; otherwise, a document is requested only after an inconclusive
 * estimate.
 */
const isDocumentFirst = (record: SessionTerms): boolean => {
  const ways = waysOf(record);
  return ways.includes('face') && ways.slice(0, ways.indexOf('face')).includes('document');
};

/**
 * Whether the movements have been chosen. From that moment the method is fixed, because otherwise a
 * visitor could switch methods whenever the movements are inconvenient.
 */
const hasBegun = ({ checks, steps: { age, liveness } }: SessionRecord): boolean =>
  checks.liveness !== undefined ||
  liveness.challengesIssued > 0 ||
  liveness.failures > 0 ||
  age.failures > 0 ||
  age.isSteppedUp === true;

/** Whether the person can still choose between an estimate and a document. */
export const mayChooseWay = (record: SessionRecord): boolean =>
  isAtStep(record, 'consent') && isDocumentFirst(record) && !hasBegun(record);

/** @returns undefined when the person cannot choose, or can no longer choose */
export function chooseWay(record: SessionRecord, way: ChosenWay): SessionRecord | undefined {
  if (!mayChooseWay(record)) return undefined;
  const { isDocumentChosen: _before, ...others } = record.steps.age;
  const age = way === 'document' ? { ...others, isDocumentChosen: true as const } : others;
  return { ...record, steps: { ...record.steps, age } };
}
