// Finds the legal requirements that a session does not meet: certain methods, a number of methods,
// or a way to contest a decision (D-157). Pure.
import type { RequiredWay } from '../../../../config/jurisdiction.ts';
import type { FieldError } from '../../../../errors.ts';
import type { SessionAccept } from '../opening/accepted.ts';
import type { AcceptMethod } from '../methods.ts';
import type { Law } from './law.ts';

/** Methods that any visitor can use; all others require an account or a key. */
const OPEN_TO_ALL: readonly AcceptMethod[] = ['face', 'document', 'wallet', 'pass'];

const WAYS_BY: Record<RequiredWay, { methods: readonly AcceptMethod[]; message: string }> = {
  // The signer of a pass does not learn where it is presented, and the site does not learn the
  // identity of its holder.
  double_anonymous: {
    methods: ['pass'],
    message:
      'a double-anonymous method must be offered: add pass to accept.methods, in a session that does not require a document',
  },
  non_document: {
    methods: ['face', 'wallet', 'pass'],
    message: 'a method without an identity document must be offered',
  },
};

/** @param canContest whether a refused person can contact the customer or use another proof */
export function missingOf(
  law: Law,
  accept: SessionAccept,
  { canContest }: { canContest: boolean },
): FieldError[] {
  const offered = offeredOf(accept);
  const named = law.rules.join(', ');
  const missing: FieldError[] = [];
  const add = (field: string, message: string): void => {
    missing.push({ field, message: `Under ${named}, ${message}.` });
  };
  for (const way of law.mustOffer)
    if (!WAYS_BY[way].methods.some((method) => offered.includes(method)))
      add(`policy.${way}`, WAYS_BY[way].message);
  if (offered.length < (law.offerAtLeast ?? 0))
    add(
      'policy.offer_at_least',
      `at least ${String(law.offerAtLeast)} methods must be offered, and this session offers ${String(offered.length)}`,
    );
  if (law.contest && !canContest)
    add(
      'policy.contest',
      'visitors must be able to contest a decision: set privacy_contact, reviews or document_step_up in your settings',
    );
  return missing;
}

/**
 * Returns the offered methods that any visitor can use, without face and document when the camera's
 * evidence cannot decide the session.
 */
const offeredOf = ({ methods, byWalletAlone }: SessionAccept): AcceptMethod[] =>
  methods.filter(
    (method) =>
      OPEN_TO_ALL.includes(method) &&
      !(byWalletAlone === true && (method === 'face' || method === 'document')),
  );
