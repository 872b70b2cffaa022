// The default for the maximum share of people below the gate who may pass. It applies to customers
// that have not set their own (D-84).
import { ConfigError, type Vars } from './setting-readers.ts';

/**
 * @returns an empty object when no target is set
 * @throws ConfigError
 */
export function readAgeTarget(vars: Vars): { ageTarget?: 1 | 2 | 5 } {
  const text = vars['AGE_TARGET'];
  if (text === undefined || text === '') return {};
  const ageTarget = ([5, 2, 1] as const).find((target) => String(target) === text);
  if (ageTarget === undefined)
    throw new ConfigError('The setting AGE_TARGET must be one of: 5, 2, 1.');
  return { ageTarget };
}
