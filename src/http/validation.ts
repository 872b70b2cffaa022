// Converts schema issues into one AppError that lists every invalid field.
import { AppError, type ErrorCode, type FieldError } from '../errors.ts';

/**
 * `data`: the value that was sent, which @hono/zod-validator passes even when validation fails.
 * `target`: the part of the request that contained the value.
 */
type Outcome =
  | { success: true }
  | {
      success: false;
      data?: unknown;
      target?: string;
      error: { issues: readonly Issue[] };
    };

interface Issue {
  path: readonly PropertyKey[];
  message: string;
  /** Unknown members of the object at `path`. */
  keys?: readonly string[];
}

/** The maximum number of unknown members that an error names. */
const MAX_UNKNOWN = 20;
const MAX_PATH_LENGTH = 100;

/**
 * @param codeOf returns the error code for an invalid field, given the value that was sent; the
 *   first invalid field determines the code of the error
 */
export function rejectInvalid(
  codeOf: (field: string, value: unknown) => ErrorCode = () => 'VALIDATION_FAILED',
): (result: Outcome) => undefined {
  return (result) => {
    if (result.success) return undefined;
    const issues = result.error.issues.flatMap((issue) =>
      issue.keys === undefined
        ? { path: issue.path, message: messageOf(issue, result) }
        : unknownMembers(issue.keys, issue.path, issue.message),
    );
    const fields = new Map<string, FieldError>();
    for (const issue of issues) {
      const field = issue.path.map(String).join('.');
      if (!fields.has(field)) fields.set(field, { field, message: issue.message });
    }
    const [first] = issues;
    const name = String(first?.path[0]);
    const code =
      first === undefined ? 'VALIDATION_FAILED' : codeOf(name, valueAt(result.data, name));
    const names = [...fields.keys()].join(', ');
    throw new AppError(code, first?.message ?? `These fields are not valid: ${names}.`, {
      fields: [...fields.values()],
    });
  };
}

/**
 * Returns one issue for each unknown member (D-132).
 * @param path the path of the object with these members
 * @param said the schema's own message; if it begins with a member's name, it is used for that
 *   member
 */
const unknownMembers = (
  names: readonly string[],
  path: readonly PropertyKey[] = [],
  said = '',
): Issue[] =>
  namesOf(names, path).map((name) => ({
    path: [name],
    message: said.startsWith(`${name} `) ? said : `${name} is not known here.`,
  }));

/** Returns the dotted paths of the first twenty unknown members, each truncated. */
export const namesOf = (names: readonly string[], path: readonly PropertyKey[] = []): string[] =>
  names.slice(0, MAX_UNKNOWN).map((name) => [...path, name].join('.').slice(0, MAX_PATH_LENGTH));

/** @returns the error for a body with members where none are allowed */
export function refusedMembers(names: readonly string[]): AppError {
  const fields = unknownMembers(names).map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  return new AppError('VALIDATION_FAILED', fields[0]?.message ?? '', { fields });
}

/**
 * Replaces the schema's own message about a repeated query parameter, which would mention an array.
 */
const messageOf = (
  { path, message }: Issue,
  { target, data }: { target?: string; data?: unknown },
): string =>
  target === 'query' && Array.isArray(valueAt(data, String(path[0])))
    ? 'Send it once only.'
    : message;

const valueAt = (data: unknown, field: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined;
