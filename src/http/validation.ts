// Turns schema issues into one AppError that lists every field at fault.
import { AppError, type ErrorCode, type FieldError } from '../errors.ts';

type Outcome = { success: true } | { success: false; error: { issues: readonly Issue[] } };

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/**
 * @param codeOf the specific code of a field, if it has one; the first field at fault names the answer's code
 */
export function rejectInvalid(
  codeOf: (field: string, issue: Issue) => ErrorCode = () => 'VALIDATION_FAILED',
): (result: Outcome) => undefined {
  return (result) => {
    if (result.success) return undefined;
    const { issues } = result.error;
    const fields = new Map<string, FieldError>();
    for (const issue of issues) {
      const field = issue.path.map(String).join('.');
      if (!fields.has(field)) fields.set(field, { field, message: issue.message });
    }
    const first = issues[0];
    const code = first === undefined ? 'VALIDATION_FAILED' : codeOf(String(first.path[0]), first);
    const names = [...fields.keys()].join(', ');
    throw new AppError(code, first?.message ?? `Not valid: ${names}.`, {
      fields: [...fields.values()],
    });
  };
}
