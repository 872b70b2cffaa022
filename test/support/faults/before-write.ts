import type { Context } from '../../../src/context.ts';

/**
 * Returns a copy of the context whose first transaction waits for `act`, so that `act` runs between
 * a use case's reads and its writes.
 */
export function beforeWrite(ctx: Context, act: () => Promise<unknown>): Context {
  let first: Promise<unknown> | undefined;
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'batch')
        return async (statements: Parameters<typeof target.batch>[0]) => {
          first ??= act();
          await first;
          return target.batch(statements);
        };
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...ctx, db };
}
