// Converts schema issues into one AppError that lists every invalid field.
import { AppError, type ErrorCode, type FieldError } from '../errors.ts';

/** `data`: the value as it was sent; @hono/zod-validator includes it in a failure too. `target`: where it was sent. */
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
}

/**
 * @param codeOf the specific code of a field, if it has one, given the value that was sent; the first invalid field
 *   determines the code
 */
export function rejectInvalid(
  codeOf: (field: string, value: unknown) => ErrorCode = () => 'VALIDATION_FAILED',
): (result: Outcome) => undefined {
  return (result) => {
    if (result.success) return undefined;
    const issues = result.error.issues.map((issue) => ({ ...issue, message: say(issue, result) }));
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
    throw new AppError(code, first?.message ?? `Not valid: ${names}.`, {
      fields: [...fields.values()],
    });
  };
}

/** Of a parameter that an address has twice the schema would say that it received an array. */
const say = (
  { path, message }: Issue,
  { target, data }: { target?: string; data?: unknown },
): string =>
  target === 'query' && Array.isArray(valueAt(data, String(path[0]))) ? 'Give it once.' : message;

const valueAt = (data: unknown, field: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, field) : undefined;
