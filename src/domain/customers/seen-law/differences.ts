// The differences between the rules that a customer has seen and the current ones (D-163). Pure.
import type { LawRule } from '../../../config/jurisdiction.ts';

/** `before` or `after` is absent when that version of the rule does not have the member. */
interface ChangedMember {
  name: string;
  before?: unknown;
  after?: unknown;
}

/**
 * Ids of rules: added and changed rules in the current order, removed rules in their previous
 * order.
 */
export interface LawDifferences {
  added: string[];
  changed: { id: string; members: ChangedMember[] }[];
  removed: string[];
}

type Rules = readonly LawRule[];

/**
 * Maps rules by id. An operator's file may add a rule for the same jurisdiction, context and day as
 * a shipped rule, and therefore with the same id; such rules are merged into one.
 */
function byId(rules: Rules): Map<string, Record<string, unknown>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const rule of rules) found.set(rule.id, { ...found.get(rule.id), ...rule });
  return found;
}

export function differencesOf(seen: Rules, now: Rules): LawDifferences {
  const [before, after] = [byId(seen), byId(now)];
  const changed = [...after].flatMap(([id, rule]) => {
    const earlier = before.get(id);
    const members = earlier === undefined ? [] : changedMembers(earlier, rule);
    return members.length > 0 ? [{ id, members }] : [];
  });
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    changed,
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}

function changedMembers(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): ChangedMember[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({
      name,
      ...(name in before && { before: before[name] }),
      ...(name in after && { after: after[name] }),
    }));
}
