// Which verification types the sessions of a customer can have, as a page of it may offer them. Pure.
import type { SessionRules } from './customer.ts';
import { joinAccept } from './rules/opening/accept.ts';
import { canReadDocuments, type Workers } from './rules/session/measured.ts';

type OfferedType = 'age_check' | 'full' | 'agate_id';

/** By the rule that every session is made by. @param rules undefined: the customer has set none */
export function offeredTypes(rules: SessionRules | undefined, workers: Workers): OfferedType[] {
  const modes = rules?.requiredMethod ? [rules.requiredMethod] : (['auto', 'document'] as const);
  const taken = modes.flatMap((mode) => {
    const kind = { mode, purpose: 'age_verification', workers } as const;
    const joined = joinAccept(kind, rules?.accept ?? { agateId: false });
    return joined.ok ? joined.accept.methods : [];
  });
  return [
    ...(taken.includes('face') ? ['age_check' as const] : []),
    ...(taken.includes('document') && canReadDocuments(workers) ? ['full' as const] : []),
    ...(taken.includes('account') ? ['agate_id' as const] : []),
  ];
}
