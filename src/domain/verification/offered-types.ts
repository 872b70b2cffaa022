// The verification types that a customer's sessions can have, for pages that offer them. Pure.
import type { SessionRules } from './customer.ts';
import { joinAccept } from './rules/opening/accept.ts';
import {
  type Workers,
  ACCEPT_METHODS,
  type VerificationType,
  isAvailable,
  typesOf,
} from './rules/methods.ts';

/**
 * Returns the types, determined by the rule that also applies when a session is created.
 * @param rules undefined when the customer has no rules
 */
export function offeredTypes(
  rules: SessionRules | undefined,
  workers: Workers,
): VerificationType[] {
  const modes = rules?.requiredMethod ? [rules.requiredMethod] : (['auto', 'document'] as const);
  const taken = modes.flatMap((mode) => {
    const kind = { mode, purpose: 'age_verification', workers } as const;
    const joined = joinAccept(kind, rules?.accept ?? { agateId: false });
    return joined.ok ? joined.accept.methods : [];
  });
  const able = ACCEPT_METHODS.filter((method) => isAvailable(method, workers));
  return typesOf(able.filter((method) => taken.includes(method)));
}
