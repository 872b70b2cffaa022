// The attributes of a member that are stored (RFC 7643 4.1), read from a directory's complete user
// resource or from its operations on a user. Other attributes are ignored, since directories send
// many that this service does not need. Attribute names are case-insensitive (RFC 7643 2.1). Pure.
import { ScimError } from '../../../errors.ts';

/** An absent attribute was not sent; null removes the stored value. */
export interface UserAttributes {
  userName?: string;
  active?: boolean;
  externalId?: string | null;
  displayName?: string | null;
  formatted?: string | null;
  givenName?: string | null;
  familyName?: string | null;
}

export type Fields = Readonly<Record<string, unknown>>;

const MAX_OPERATIONS = 100;
const MAX_CHARACTERS = 255;
const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:user:/i;
/**
 * A path to an attribute of any schema, optionally with a value filter and a sub-attribute (RFC
 * 7644 3.5.2).
 */
const PATH = /^(urn:[\w.:-]+:)?[a-z$][\w$-]*(\[[^[\]]*\])?(\.[a-z$][\w$-]*)?$/i;
/** Attributes that only this service sets. */
const READ_ONLY = ['id', 'meta', 'groups'];
/** Attributes that cannot be removed. */
const REQUIRED = ['username', 'active'];

/** @throws ScimError invalidValue */
export function readUser(body: Fields): UserAttributes {
  return Object.entries(body).reduce<UserAttributes>(
    (said, [name, value]) => (isReadOnly(name) ? said : set(said, name, value)),
    {},
  );
}

/** @throws ScimError for the first invalid operation */
export function readUserOperations(body: Fields): UserAttributes {
  return readOperations(body).reduce<UserAttributes>(apply, {});
}

export interface Operation {
  op: 'add' | 'replace' | 'remove';
  path?: string;
  value: unknown;
}

/**
 * Reads the operations on a user or a group.
 * @throws ScimError invalidSyntax; invalidPath
 */
export function readOperations(body: Fields): Operation[] {
  const [list, ...more] = Object.entries(body).flatMap(([name, value]) =>
    name.toLowerCase() === 'operations' ? [value] : [],
  );
  if (!Array.isArray(list) || list.length === 0 || more.length > 0)
    throw new ScimError('invalidSyntax', 'Operations must be a list, given once.');
  if (list.length > MAX_OPERATIONS)
    throw new ScimError(
      'invalidSyntax',
      `At most ${MAX_OPERATIONS} operations are allowed in one request.`,
    );
  return list.map(readOperation);
}

function readOperation(given: unknown): Operation {
  if (!isFields(given)) throw new ScimError('invalidSyntax', 'Each operation must be an object.');
  const fields = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const [said, path] = [fields.get('op'), fields.get('path') ?? undefined];
  const op = (['add', 'replace', 'remove'] as const).find(
    (one) => typeof said === 'string' && one === said.toLowerCase(),
  );
  if (op === undefined)
    throw new ScimError('invalidSyntax', 'op must be one of: add, replace, remove.');
  if (path !== undefined && (typeof path !== 'string' || !PATH.test(path.trim())))
    throw new ScimError('invalidPath', 'path must name an attribute.');
  if (op === 'remove' && path === undefined)
    throw new ScimError('noTarget', 'The operation remove requires a path.');
  return { op, ...(path !== undefined && { path: path.trim() }), value: fields.get('value') };
}

function apply(said: UserAttributes, { op, path, value }: Operation): UserAttributes {
  if (path === undefined) {
    if (!isFields(value))
      throw new ScimError('invalidValue', 'Without a path, value must be an object of attributes.');
    return Object.entries(value).reduce((all, [name, one]) => {
      refuseReadOnly(name);
      return set(all, name, one);
    }, said);
  }
  refuseReadOnly(path);
  const isRequired = REQUIRED.includes(shortName(path));
  if (op === 'remove' && isRequired)
    throw new ScimError('mutability', `${path} is required and cannot be removed.`);
  return set(said, path, op === 'remove' ? null : value);
}

function set(said: UserAttributes, path: string, value: unknown): UserAttributes {
  switch (shortName(path)) {
    case 'username':
      return { ...said, userName: requireText('userName', value) };
    case 'active':
      return { ...said, active: readTruth(value) };
    case 'externalid':
      return { ...said, externalId: readText('externalId', value) };
    case 'displayname':
      return { ...said, displayName: readText('displayName', value) };
    case 'name.formatted':
      return { ...said, formatted: readText('name.formatted', value) };
    case 'name.givenname':
      return { ...said, givenName: readText('name.givenName', value) };
    case 'name.familyname':
      return { ...said, familyName: readText('name.familyName', value) };
    case 'name':
      return setName(said, value);
    default:
      return said;
  }
}

function setName(said: UserAttributes, value: unknown): UserAttributes {
  if (value === null) return { ...said, formatted: null, givenName: null, familyName: null };
  if (!isFields(value)) throw new ScimError('invalidValue', 'name must be an object.');
  return Object.entries(value).reduce((all, [part, one]) => set(all, `name.${part}`, one), said);
}

/**
 * Reads a boolean, which may be a string: Entra sends strings unless its flag aadOptscim062020 is
 * set.
 */
function readTruth(value: unknown): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value;
  if (word === true || word === 'true') return true;
  if (word === false || word === 'false') return false;
  throw new ScimError('invalidValue', 'active must be true or false.');
}

function readText(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return requireText(name, value);
}

function requireText(name: string, value: unknown): string {
  const isText = typeof value === 'string' && value.trim() !== '';
  if (!isText || value.length > MAX_CHARACTERS || /\p{Cc}/u.test(value))
    throw new ScimError(
      'invalidValue',
      `${name} must be a text of at most ${MAX_CHARACTERS} characters, without control characters.`,
    );
  return value.trim();
}

const shortName = (path: string): string => path.replace(SCHEMA, '').toLowerCase();

const isReadOnly = (path: string): boolean =>
  READ_ONLY.includes(shortName(path).split(/[.[]/, 1)[0] ?? '');

function refuseReadOnly(path: string): void {
  if (isReadOnly(path))
    throw new ScimError('mutability', `${path.slice(0, 100)} is read-only: this service sets it.`);
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The maximum length of a name, in characters, as elsewhere in the service. */
const MAX_NAME_LENGTH = 100;

/**
 * Builds the member's name as others see it.
 * @param before the stored name of the member; undefined for a new member
 * @returns undefined when the directory sent no part of a name
 * @throws ScimError invalidValue
 */
export function shownNameOf(
  { displayName, formatted, givenName, familyName }: UserAttributes,
  before?: { givenName?: string; familyName?: string },
): string | undefined {
  const given = givenName === undefined ? before?.givenName : givenName;
  const family = familyName === undefined ? before?.familyName : familyName;
  const isSaid = givenName !== undefined || familyName !== undefined;
  const joined = isSaid ? [given, family].filter(Boolean).join(' ') : '';
  const name = displayName ?? formatted ?? (joined === '' ? undefined : joined);
  if (name !== undefined && name.length > MAX_NAME_LENGTH)
    throw new ScimError('invalidValue', `A name must have at most ${MAX_NAME_LENGTH} characters.`);
  return name;
}
