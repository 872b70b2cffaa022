// What share of the too young may pass, where a customer sets nothing (D-84).
import { ConfigError, type Vars } from './setting-readers.ts';

/** @returns nothing where no target is set @throws ConfigError */
export function readAgeTarget(vars: Vars): { ageTarget?: 1 | 2 | 5 } {
  const text = vars['AGE_TARGET'];
  if (text === undefined || text === '') return {};
  const ageTarget = ([5, 2, 1] as const).find((target) => String(target) === text);
  if (ageTarget === undefined) throw new ConfigError('The setting AGE_TARGET is none of 5, 2, 1.');
  return { ageTarget };
}
