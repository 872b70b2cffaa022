// The order in which the page of a check offers the ways (D-156): as a form has it, and how it changes.
import type { WireSettings } from '../../../api/wire.ts';
import { methodsOf, type Method, type MethodsDraft } from './methods-draft.ts';

/** As sessions have it without a setting. */
export const USUAL_ORDER: readonly Method[] = [
  'pass',
  'key',
  'account',
  'wallet',
  'face',
  'document',
];

type Order = WireSettings['accept_order'];

/** @returns every method once */
const wholeOrder = (order: Order): Method[] => [...new Set([...(order ?? []), ...USUAL_ORDER])];

/** Of what is accepted. */
export const orderOf = (draft: MethodsDraft): Method[] => {
  const accepted = methodsOf(draft);
  return wholeOrder(draft.order).filter((method) => accepted.includes(method));
};

/**
 * Moves an accepted method past its neighbour.
 * @returns null for the usual order
 */
export function moved(draft: MethodsDraft, method: Method, by: -1 | 1): Order {
  const shown = orderOf(draft);
  const neighbour = shown[shown.indexOf(method) + by];
  if (neighbour === undefined) return draft.order;
  const next = wholeOrder(draft.order).filter((one) => one !== method);
  next.splice(next.indexOf(neighbour) + (by === 1 ? 1 : 0), 0, method);
  return next.join() === USUAL_ORDER.join() ? null : next;
}
