// How the operations scripts read a database, local or deployed.

/**
 * Runs one statement and returns its rows.
 * @throws Error when the database refuses it or cannot be reached
 */
export type Query = <Row>(sql: string) => Promise<Row[]>;
