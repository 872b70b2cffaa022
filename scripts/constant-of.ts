// Finds the only value that a schema in the API description allows, if there is just one.

interface Constant {
  const?: unknown;
  not?: { const?: unknown };
}

/**
 * @returns the value of `const`, or the only boolean that `not` allows:
 *   src/http/complete-description.ts writes constant booleans with `not` (D-143)
 */
export function constantOf({ const: value, not }: Constant): unknown {
  return typeof not?.const === 'boolean' ? !not.const : value;
}
