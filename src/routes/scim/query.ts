// Query parameters of a directory's request: pages, filters, and selected attributes (RFC 7644
// 3.4.2, 3.9).
import type { Context as HonoContext } from 'hono';
import { parseFilter, type ScimComparison } from '../../domain/customers/provisioning/filter.ts';
import { ScimError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';

export const MAX_RESULTS = 200;
const DEFAULT_RESULTS = 100;
const ALWAYS_RETURNED = ['schemas', 'id', 'meta'];
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

type ScimContext = HonoContext<AppEnv>;

/**
 * @param known the attributes that may be compared
 * @returns an empty list when there is no filter
 * @throws ScimError invalidFilter
 */
export function filterOf(c: ScimContext, known: readonly string[]): ScimComparison[] {
  const text = onlyOne(c, 'filter', 'invalidFilter');
  return text === undefined ? [] : parseFilter(text, known);
}

/**
 * Reads which part of a list is requested. A `startIndex` below 1 counts as 1, and a negative
 * `count` as 0 (RFC 7644 3.4.2.4).
 * @throws ScimError invalidValue
 */
export function sliceOf(c: ScimContext): { offset: number; limit: number } {
  const [start, limit] = [readWhole(c, 'startIndex') ?? 1, readWhole(c, 'count')];
  return {
    offset: Math.max(1, start) - 1,
    limit: Math.min(MAX_RESULTS, Math.max(0, limit ?? DEFAULT_RESULTS)),
  };
}

function readWhole(c: ScimContext, name: string): number | undefined {
  const text = onlyOne(c, name, 'invalidValue');
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimError('invalidValue', `${name} must be a whole number.`);
  return Number(text);
}

function onlyOne(
  c: ScimContext,
  name: string,
  fault: 'invalidFilter' | 'invalidValue',
): string | undefined {
  const [first, ...more] = c.req.queries(name) ?? [];
  if (more.length > 0) throw new ScimError(fault, `Send ${name} once only.`);
  return first;
}

/** Whether an attribute of the resource is included in the response. */
export function wants(c: ScimContext, attribute: string): boolean {
  const [named, without] = [namesIn(c, 'attributes'), namesIn(c, 'excludedAttributes')];
  const name = attribute.toLowerCase();
  return named.length > 0 ? named.includes(name) : !without.includes(name);
}

/** @returns the requested attributes of a resource, and the attributes that are always included */
export const trim = <T extends object>(c: ScimContext, resource: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(resource).filter(([name]) => ALWAYS_RETURNED.includes(name) || wants(c, name)),
  ) as Partial<T>;

/**
 * Returns the attributes named in a parameter. Only the first part of a name counts:
 * `name.givenName` requests `name`.
 */
const namesIn = (c: ScimContext, parameter: string): string[] =>
  (c.req.query(parameter) ?? '')
    .toLowerCase()
    .split(',')
    .map(
      (name) =>
        name
          .trim()
          .replace(/^urn:[\w.:-]+:/, '')
          .split('.', 1)[0] ?? '',
    )
    .filter((name) => name !== '');

export const listOf = (
  resources: readonly object[],
  total: number,
  offset: number,
): Record<string, unknown> => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});
