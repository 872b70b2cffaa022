// The order in which the check offers methods (D-156): the form's state, and its changes.
import type { WireSettings } from '../../../api/wire.ts';
import { methodsOf, type Method, type MethodsDraft } from './methods-draft.ts';

/** The default order of a session's methods. */
export const USUAL_ORDER: readonly Method[] = [
  'pass',
  'key',
  'account',
  'wallet',
  'face',
  'document',
];

type Order = WireSettings['accept_order'];

/** @returns every method exactly once */
const wholeOrder = (order: Order): Method[] => [...new Set([...(order ?? []), ...USUAL_ORDER])];

/** Returns the accepted methods, in the order in which the check offers them. */
export const orderOf = (draft: MethodsDraft): Method[] => {
  const accepted = methodsOf(draft);
  return wholeOrder(draft.order).filter((method) => accepted.includes(method));
};

/**
 * Moves an accepted method past its neighbour.
 * @returns the new order, or null if it is the default order
 */
export function moved(draft: MethodsDraft, method: Method, by: -1 | 1): Order {
  const shown = orderOf(draft);
  const neighbour = shown[shown.indexOf(method) + by];
  if (neighbour === undefined) return draft.order;
  const next = wholeOrder(draft.order).filter((one) => one !== method);
  next.splice(next.indexOf(neighbour) + (by === 1 ? 1 : 0), 0, method);
  return next.join() === USUAL_ORDER.join() ? null : next;
}
