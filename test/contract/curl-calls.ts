// Reads the curl calls in the shell blocks of our pages, and compares them with the API
// description.
import { z } from 'zod';
import type { ApiDocument, Operation, Schema } from '../../scripts/docs-site/description.ts';

export interface CurlCall {
  method: string;
  /**
   * The URL without the query. Shell variables with a known value are expanded; UNKNOWN replaces
   * all others.
   */
  path: string;
  query: URLSearchParams;
  /** Values by lower-case name. */
  headers: Map<string, string>;
  body: string | undefined;
}

/**
 * Placeholder for the value of a shell variable or the output of a command, which cannot be known
 * without running the shell.
 */
const UNKNOWN = '\u2026';
const OURS = /^(http:\/\/localhost:8787|https:\/\/verify\.example(?:\.com)?)(?=[/?]|$)/;
const WITHOUT_VALUE = /^-(s|f|sS|fsS)$/;
const WITH_VALUE = /^-(w|sw|o)$/;
/**
 * Paths that `npm start` serves in addition to the service's own. The API description does not
 * contain them.
 */
const UNDESCRIBED = new Set(['/outbox/mails.json']);

/**
 * @returns every curl call in the page's shell blocks
 * @throws Error for an unsupported option
 */
export function curlCallsIn(markdown: string): CurlCall[] {
  // The default for pages that do not set `BASE`.
  const variables = new Map([['BASE', 'http://localhost:8787']]);
  const blocks = markdown.matchAll(/^```(?:sh|bash)\n([^]*?)^```/gm);
  return Array.from(blocks, ([, block = '']) => {
    for (const [, name = '', quoted, bare] of block.matchAll(
      /^(\w+)=(?:'([^']*)'|([^\s$"'(]+)$)/gm,
    ))
      variables.set(name, quoted ?? bare ?? '');
    for (const [, name = '', text = ''] of block.matchAll(/^(\w+)="([^"$]*)[^"]*\$/gm))
      variables.set(name, `${text}${UNKNOWN}`);
    return Array.from(block.matchAll(/(?<![\w`])curl (?=[-$"'h])/g), ({ index }) =>
      callOf(wordsFrom(block, index + 'curl '.length, variables)),
    );
  }).flat();
}

/** Splits one command into words, as a shell does. */
function wordsFrom(text: string, start: number, variables: Map<string, string>): string[] {
  const words: string[] = [];
  let [word, at]: [string | undefined, number] = [undefined, start];
  const read = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  };
  while (at < text.length) {
    const blank = read(/(?:[ \t]|\\\n)+/y);
    if (blank !== '') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (/[\n|;&<>)]/.test(text[at] ?? '') || (word === undefined && text[at] === '#')) break;
    else if (text[at] === "'") word = (word ?? '') + read(/'[^']*'/y).slice(1, -1);
    else if (text[at] === '"')
      word = (word ?? '') + expand(read(/"(?:\\[^]|[^"\\])*"/y).slice(1, -1), variables);
    else word = (word ?? '') + expand(read(/[^\s'"|;&<>)]+/y), variables);
  }
  if (word !== undefined) words.push(word);
  return words;
}

const expand = (text: string, variables: Map<string, string>): string =>
  text
    .replaceAll(/\$\{(\w+)[^}]*\}|\$(\w+)/g, (_, braced?: string, bare?: string) =>
      bare === undefined ? UNKNOWN : (variables.get(bare) ?? UNKNOWN),
    )
    .replaceAll(/\\(["\\$])/g, '$1');

function callOf(words: readonly string[]): CurlCall {
  const headers = new Map<string, string>();
  let [method, url, body]: (string | undefined)[] = [];
  for (let n = 0; n < words.length; n += 1) {
    const word = words[n] ?? '';
    if (!word.startsWith('-')) url = word;
    else if (WITH_VALUE.test(word)) n += 1;
    else if (!WITHOUT_VALUE.test(word)) {
      n += 1;
      const value = words[n] ?? '';
      const colon = value.indexOf(':');
      if (word === '-X') method = value;
      else if (word === '-d') body = value;
      else if (word === '-H')
        headers.set(value.slice(0, colon).toLowerCase(), value.slice(colon + 1).trim());
      else throw new Error(`curl ${word} is not read here.`);
    }
  }
  if (url === undefined) throw new Error(`curl without an address: ${words.join(' ')}`);
  const [path = '', query] = url.split('?', 2);
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  return { method: verb, path, query: new URLSearchParams(query), headers, body };
}

/** The operation in the API description that a call addresses. */
interface Place {
  path: string;
  template: string;
  operation: Operation;
}

/**
 * @returns the operation that the call addresses; undefined for addresses of other servers, and for
 *   operations that are not described
 */
export function placeOf({ method, path: address }: CurlCall, document: ApiDocument) {
  if (!OURS.test(address)) return undefined;
  const path = address.replace(OURS, '');
  return placeAt(document, method.toLowerCase(), path);
}

/**
 * @returns the ways in which a call violates the API description; empty for addresses of other
 *   servers
 */
export function faultsOf(call: CurlCall, document: ApiDocument): string[] {
  if (!OURS.test(call.path))
    return call.path.startsWith('http') ? [] : [`no address: ${call.path}`];
  const path = call.path.replace(OURS, '');
  if (UNDESCRIBED.has(path)) return [];
  const operation = placeAt(document, call.method.toLowerCase(), path)?.operation;
  if (operation === undefined) return [`${call.method} ${path} does not exist`];
  return [
    ...headerFaults(call, operation),
    ...queryFaults(call, operation),
    ...bodyFaults(call, operation, document),
  ];
}

function placeAt(document: ApiDocument, method: string, path: string): Place | undefined {
  const parts = path.split('/');
  const fits = (template: string): boolean => {
    const wanted = template.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, n) => (part.startsWith('{') ? parts[n] !== '' : part === parts[n]))
    );
  };
  const all = Object.entries(document.paths).filter(([template]) => fits(template));
  // A literal path takes precedence over one with parameters.
  const [found] = all.toSorted(([a], [b]) => a.split('{').length - b.split('{').length);
  const [template = '', operations = {}] = found ?? [];
  const operation = operations[method];
  return operation === undefined ? undefined : { path, template, operation };
}

function headerFaults({ headers }: CurlCall, { security = [], parameters = [] }: Operation) {
  const names = security.flatMap((one) => Object.keys(one));
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
  const carriers = names.map((name) => (name === 'apiKey' ? 'x-api-key' : 'authorization'));
  const needed = parameters.filter((one) => one.in === 'header' && one.required === true);
  return [
    ...(isOpen || carriers.some((name) => headers.has(name))
      ? []
      : [`no header of ${carriers.join(', ')}`]),
    ...needed
      .filter(({ name }) => !headers.has(name.toLowerCase()))
      .map(({ name }) => `no ${name}`),
  ];
}

function queryFaults({ query }: CurlCall, { parameters = [] }: Operation): string[] {
  const known = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  return [...query.keys()].filter((name) => !known.has(name)).map((name) => `no parameter ${name}`);
}

function bodyFaults(
  { headers, body }: CurlCall,
  { requestBody }: Operation,
  document: ApiDocument,
): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  if (body === undefined)
    return (requestBody as { required?: boolean } | undefined)?.required === true
      ? ['no body']
      : [];
  if (schema === undefined) return ['takes no JSON body'];
  const type = headers.get('content-type') ?? 'none';
  if (!type.startsWith('application/json')) return [`the content type is ${type}`];
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [`no JSON: ${body}`];
  }
  return [...unknownMembers(value, schema, document, ''), ...wrongValues(value, schema, document)];
}

/**
 * Finds misspelled members. The service ignores unknown members in some places, but on our pages
 * they can only be mistakes.
 */
function unknownMembers(
  value: unknown,
  schema: Schema,
  document: ApiDocument,
  at: string,
): string[] {
  if (Array.isArray(value)) {
    const { items } = resolve(schema, document);
    return items === undefined
      ? []
      : value.flatMap((one, n) => unknownMembers(one, items, document, `${at}/${n}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const known = membersOf(schema, document);
  return Object.entries(value).flatMap(([name, member]) => {
    const own = known[name];
    return own === undefined
      ? [`no member ${at}/${name}`]
      : unknownMembers(member, own, document, `${at}/${name}`);
  });
}

function membersOf(schema: Schema, document: ApiDocument): Record<string, Schema> {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolve(schema, document);
  const parts = [...allOf, ...anyOf, ...oneOf].map((part) => membersOf(part, document));
  return Object.assign({}, ...parts, properties) as Record<string, Schema>;
}

function resolve(schema: Schema, { components }: ApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (components.schemas[name] ?? {});
}

function wrongValues(value: unknown, schema: Schema, { components }: ApiDocument): string[] {
  const text = JSON.stringify({ ...schema, $defs: components.schemas });
  const local = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object;
  const read = z.fromJSONSchema(local as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value);
  return (read.error?.issues ?? [])
    .filter(({ path }) => !String(valueAt(value, path)).includes(UNKNOWN))
    .map(({ path, message }) => `/${path.join('/')}: ${message}`);
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
