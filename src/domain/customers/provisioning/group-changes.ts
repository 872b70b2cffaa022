// Computes the members of a group after a directory's request (RFC 7644 3.5). Each group
// corresponds to a role, so its name is fixed. Pure.
import { ScimError } from '../../../errors.ts';
import { parseMemberId } from '../team/member-id.ts';
import { isFields, readOperations, type Fields, type Operation } from './user-attributes.ts';

/**
 * The maximum number of members that one request may list or change. It equals the maximum number
 * of members of a customer (MAX_MEMBERS in users.ts).
 */
const MAX_NAMED = 1_000;
const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:group:/i;
const ONE_MEMBER = /^members\[\s*value\s+eq\s+"([^"\\]{1,100})"\s*\](\.value)?$/i;

/**
 * @param group the id of the group, which is also its name
 * @returns the members after all operations
 * @throws ScimError
 */
export function applyGroupOperations(
  group: string,
  before: ReadonlySet<number>,
  body: Fields,
): Set<number> {
  const operations = readOperations(body);
  const members = new Set(before);
  let named = 0;
  for (const operation of operations.flatMap(spread)) {
    const touched = applyOne(group, members, operation);
    named += touched;
    if (named > MAX_NAMED) throw tooMany();
  }
  return members;
}

/**
 * Reads a complete group resource: its list of members replaces the current one; without a list,
 * nothing changes.
 * @throws ScimError
 */
export function readGroup(group: string, before: ReadonlySet<number>, body: Fields): Set<number> {
  const members = new Set(before);
  for (const [name, value] of Object.entries(body)) {
    const touched = applyOne(group, members, { op: 'replace', path: name, value });
    if (touched > MAX_NAMED) throw tooMany();
  }
  return members;
}

/**
 * Splits an operation without a path, whose value contains the attributes, into one operation per
 * attribute.
 */
function spread(operation: Operation): Operation[] {
  const { op, path, value } = operation;
  if (path !== undefined) return [operation];
  if (!isFields(value))
    throw new ScimError('invalidValue', 'Without a path, value must be an object of attributes.');
  return Object.entries(value).map(([name, one]) => ({ op, path: name, value: one }));
}

/**
 * Applies one operation to `members`.
 * @returns the number of members that the operation lists
 */
function applyOne(
  group: string,
  members: Set<number>,
  { op, path = '', value }: Operation,
): number {
  const name = path.replace(SCHEMA, '');
  switch (name.toLowerCase()) {
    case 'members':
      return applyMembers(members, op, value);
    case 'id':
    case 'displayname':
      if (op !== 'remove' && typeof value === 'string' && value.toLowerCase() === group) return 0;
      throw new ScimError(
        'mutability',
        'Groups are the roles of this service, so they cannot be renamed.',
      );
    default:
      break;
  }
  const [, one] = ONE_MEMBER.exec(name) ?? [];
  if (one !== undefined && op === 'remove') {
    members.delete(parseMemberId(one) ?? 0);
    return 1;
  }
  if (/^members\b/i.test(name))
    throw new ScimError(
      'invalidPath',
      'A path to members must look like members[value eq "mem_7"].',
    );
  return 0;
}

function applyMembers(members: Set<number>, op: Operation['op'], value: unknown): number {
  if (op === 'remove' && (value === undefined || value === null)) {
    members.clear();
    return 0;
  }
  const list = value === null && op === 'replace' ? [] : [value].flat();
  if (list.length > MAX_NAMED) throw tooMany();
  const ids = list.map((one) => idOf(one, op));
  if (op === 'replace') members.clear();
  for (const id of ids)
    if (op === 'remove') members.delete(id);
    else members.add(id);
  return ids.length;
}

/**
 * Returns the id of a listed member. An unknown member cannot be added; for a removal its id is 0,
 * which no member has, so that the removal does nothing.
 */
function idOf(one: unknown, op: Operation['op']): number {
  const value = isFields(one) ? one['value'] : one;
  if (typeof value !== 'string')
    throw new ScimError('invalidValue', 'Each member must have the id of a user as its value.');
  const id = parseMemberId(value);
  if (id === undefined && op !== 'remove') throw unknownMember();
  return id ?? 0;
}

export const unknownMember = (): ScimError =>
  new ScimError('noTarget', 'A listed member is not a user of this customer.');

const tooMany = (): ScimError =>
  new ScimError('invalidValue', `At most ${MAX_NAMED} members can be named in one request.`);
