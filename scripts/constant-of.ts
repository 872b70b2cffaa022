// Which one value a schema of the description admits, if any.

interface Constant {
  const?: unknown;
  not?: { const?: unknown };
}

/** @returns that of `const`, or the truth value that is not the other one, as src/http/complete-description.ts says it (D-143) */
export function constantOf({ const: value, not }: Constant): unknown {
  return typeof not?.const === 'boolean' ? !not.const : value;
}
