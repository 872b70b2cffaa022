// SQLite's query plans: the steps that scan a table, and the steps that sort rows.
import { env } from 'cloudflare:workers';
import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';

const dialect = new SQLiteAsyncDialect();

interface Query {
  sql: string;
  params: unknown[];
}

/** The steps of SQLite's plan for a query. */
export async function planOf({ sql, params }: Query): Promise<string[]> {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/**
 * The plan steps that scan without an index, or with an index but without a bound. Virtual tables
 * and bounded subqueries are ignored.
 */
const scansOf = (plan: readonly string[]): string[] =>
  plan.filter(
    (step) =>
      step.startsWith('SCAN ') &&
      !/VIRTUAL TABLE INDEX \d+:M/.test(step) &&
      !/^SCAN (found|counted|page|ended|\(subquery-\d+\)|CONSTANT ROW)/.test(step),
  );

/** Returns every combination of the choices, with one value for each name. */
export const combinations = <T>(choices: Record<string, readonly unknown[]>): T[] =>
  Object.entries(choices).reduce<object[]>(
    (made, [name, values]) =>
      made.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as T[];

/**
 * @returns the problems in the plans of named queries: steps that scan, and plans without any
 *   search step
 */
export async function faultsOf(queries: readonly (readonly [string, Query])[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, query] of queries) {
    const plan = await planOf(query);
    faults.push(...scansOf(plan).map((step) => `${name}: ${step}`));
    if (!plan.some((step) => /SEARCH|VIRTUAL/.test(step))) faults.push(`${name}: no search`);
  }
  return faults;
}

/**
 * Finds steps that sort rows. Callers pass queries that have a LIMIT or read by key, whose order an
 * index must provide; all other queries may sort their whole result.
 * @returns the plan steps that sort rows instead of reading them in order
 */
export async function sortersOf(queries: readonly (readonly [string, Query])[]): Promise<string[]> {
  const plans = await Promise.all(queries.map(async ([, query]) => planOf(query)));
  return plans.flat().filter((step) => step.includes('TEMP B-TREE'));
}

/** The name under which a query's problems are reported: the list's name and its filters. */
export const named = (name: string, filters: object): string =>
  `${name} ${JSON.stringify(filters)}`;
export const compile = (query: SQL): Query => dialect.sqlToQuery(query);
