// SCIM filters (RFC 7644 3.4.2.2), limited to the lookups that directories make: comparisons with
// `eq`, joined by `and`. All other filters are refused. The parser is scim2-parse-filter, which is
// maintained, has no dependencies, does not need Node, and does nothing but parse filters. Pure.
import { parse, type Filter } from 'scim2-parse-filter';
import { ScimError } from '../../../errors.ts';

/** One comparison; `attribute` is in lower case, without its schema. */
export interface ScimComparison {
  attribute: string;
  value: string | number | boolean | null;
}

const MAX_CHARACTERS = 500;
const MAX_COMPARISONS = 5;
const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;

/**
 * @param known the attributes that may be compared, in lower case
 * @throws ScimError invalidFilter
 */
export function parseFilter(text: string, known: readonly string[]): ScimComparison[] {
  // Control characters are refused first: many line breaks make the parser's regular expression
  // very slow.
  if (text.length > MAX_CHARACTERS || /\p{Cc}/u.test(text)) throw refused(known);
  const comparisons = flatten(parseOrRefuse(text, known), '', known);
  const isKnown = comparisons.every(({ attribute }) => known.includes(attribute));
  if (!isKnown || comparisons.length > MAX_COMPARISONS) throw refused(known);
  return comparisons;
}

function parseOrRefuse(text: string, known: readonly string[]): Filter {
  try {
    return parse(text);
  } catch {
    throw refused(known);
  }
}

/**
 * @param within the multi-valued attribute that encloses the filter, followed by a dot; empty if
 *   there is none
 */
function flatten(filter: Filter, within: string, known: readonly string[]): ScimComparison[] {
  if (filter.op === 'and') return filter.filters.flatMap((part) => flatten(part, within, known));
  if (filter.op === 'eq')
    return [{ attribute: within + nameOf(filter.attrPath), value: filter.compValue }];
  if (filter.op === '[]')
    return flatten(filter.valFilter, `${within}${nameOf(filter.attrPath)}.`, known);
  throw refused(known);
}

const nameOf = (path: string): string => path.toLowerCase().replace(SCHEMA, '');

const refused = (known: readonly string[]): ScimError =>
  new ScimError(
    'invalidFilter',
    `Filters may use eq and and only, on these attributes: ${known.join(', ')}.`,
  );
